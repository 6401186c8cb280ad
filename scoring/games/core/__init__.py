"""What all games share; nothing here reads files, the database or the clock."""
