"""A phone with a passkey, in software: it makes a key, and signs what a browser tells it."""

import base64
import hashlib
import json
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, MADE = 0x01, 0x40


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Phone:
    host: str = "localhost"
    origin: str = "http://localhost"
    id: bytes = b"a phone of somebody"
    uses: int = 0
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def make(self, challenge):
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(PRESENT | MADE) + attested
        values = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._answer(
            clientDataJSON=self._client("webauthn.create", challenge),
            attestationObject=cbor2.dumps(values),
        )

    def use(self, challenge, flags=PRESENT):
        self.uses += 1
        data, client = self._data(flags), self._client("webauthn.get", challenge)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, flags):
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind, challenge):
        values = {"type": kind, "challenge": coded(bytes.fromhex(challenge)), "origin": self.origin}
        return json.dumps(values | {"crossOrigin": False}).encode()

    def _answer(self, **response):
        return json.dumps(
            {
                "id": coded(self.id),
                "rawId": coded(self.id),
                "type": "public-key",
                "response": {name: coded(value) for name, value in response.items()},
                "clientExtensionResults": {},
            }
        )
