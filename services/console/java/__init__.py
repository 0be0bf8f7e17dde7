"""Java programs as children of the house: Apache Kafka and Zipkin, fetched from Maven Central."""
