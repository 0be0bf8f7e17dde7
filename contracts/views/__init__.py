"""What the gateway answers, by feature: JSON documents put together from the rows; no message has them."""
