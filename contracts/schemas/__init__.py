"""Each letter's JSON schema, frozen when its version landed."""
