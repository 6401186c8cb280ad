"""What pages of a night show, before their templates."""
