"""The shell around decide: a batch of messages in one transaction, looked up, folded, written and built."""
