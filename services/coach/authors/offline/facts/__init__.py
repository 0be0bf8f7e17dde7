"""What a text states besides its terms: definitions, enumerations, numbers, causes, contrasts and sequences."""
