import os

# The settings ask for the key late, so the tests' one is in time; the site's own stays untouched.
os.environ.setdefault("STREEPJE_SECRET_KEY", "of the tests alone, " * 4)
