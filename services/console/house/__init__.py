"""The house: Postgres, a broker and the services as child processes on one data folder, supervised."""
