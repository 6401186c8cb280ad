"""What is an e-mail address. Uses no database."""

import re

from django.core.validators import EmailValidator


class AddressValidator(EmailValidator):
    """Accept only what a letter can be sent to: no [127.0.0.1] for a domain."""

    literal_regex = re.compile("(?!)")


validate_address = AddressValidator()
