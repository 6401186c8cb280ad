"""What pages of a standing and of a player show, before their templates."""
