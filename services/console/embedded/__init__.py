"""The engines that come with pip: a real Postgres and a small Kafka-protocol broker, each a process of the house."""
