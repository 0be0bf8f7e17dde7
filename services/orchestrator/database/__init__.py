"""Tables, migrations, and how rows of many sessions are written in one statement."""
