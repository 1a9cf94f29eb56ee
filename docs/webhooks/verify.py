"""Tells a genuine delivery from any other. Copy it; it needs nothing but Python 3.8 or newer."""

import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300
FORM = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})")


def is_genuine(raw_body, header, secret, now=None):
    """raw_body is the body as it came, in bytes, before anything has parsed it (Flask: request.get_data(), Django:
    request.body); header is Service-Signature or None; now is in Unix seconds."""
    match = FORM.fullmatch(header or "")
    # Whoever knows that a secret was left empty could sign with it.
    if not secret or match is None:
        return False
    t, v1 = match.groups()
    if abs((time.time() if now is None else now) - int(t)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + raw_body, hashlib.sha256)
    return hmac.compare_digest(expected.hexdigest(), v1)
