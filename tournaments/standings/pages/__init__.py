"""View data of the standing's and the players' pages, for their templates."""
