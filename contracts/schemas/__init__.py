"""Each message's JSON schema, frozen when its version landed."""
