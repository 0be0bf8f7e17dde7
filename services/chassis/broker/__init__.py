"""The bus on Kafka: what is published and how it is traced, what is consumed and when it is committed, dead letters."""
