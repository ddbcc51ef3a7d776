"""500 secrets of twenty kinds in texts as people write them, and 5,000 texts without any; all made by rules here."""

from __future__ import annotations

import base64
import json
import random
import string
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 2026
EACH = 25
LOWER, DIGITS = string.ascii_lowercase, string.digits
WORD = string.ascii_letters + DIGITS
HEX = "0123456789abcdef"
NAMES = ("ada", "grace", "linus", "k.thompson", "m_hamilton", "barbara42")
HOSTS = ("example.org", "mail.example.co.uk", "corp-intern.example", "uni-ulm.example.de")
PROSE = ("the", "model", "answers", "in", "a", "few", "words", "and", "returns", "rows", "before", "it", "ends")


class Planted(NamedTuple):
    """A text, and the secret in it."""

    kind: str
    text: str
    secret: str


def letters(chance: random.Random, alphabet: str, count: int) -> str:
    return "".join(chance.choice(alphabet) for _ in range(count))


def card(chance: random.Random) -> str:
    digits = "4" + letters(chance, DIGITS, 14)
    doubled = [sum(divmod(2 * int(each), 10)) if n % 2 == 0 else int(each) for n, each in enumerate(reversed(digits))]
    whole = digits + str(-sum(doubled) % 10)
    return chance.choice((whole, " ".join(whole[at : at + 4] for at in range(0, 16, 4))))


def iban(chance: random.Random) -> str:
    account = letters(chance, DIGITS, 18)
    check = 98 - int(account + "131400") % 97
    whole = f"DE{check:02}{account}"
    return chance.choice((whole, " ".join(whole[at : at + 4] for at in range(0, 22, 4))))


def pem(chance: random.Random) -> str:
    lines = "\n".join(letters(chance, WORD + "+/", 64) for _ in range(4))
    return f"-----BEGIN RSA PRIVATE KEY-----\n{lines}\n-----END RSA PRIVATE KEY-----"


def jwt(chance: random.Random) -> str:
    head, body = (
        base64.urlsafe_b64encode(json.dumps(each).encode()).decode().rstrip("=")
        for each in ({"alg": "HS256"}, {"sub": chance.random()})
    )
    return f"{head}.{body}.{letters(chance, WORD + '-_', 43)}"


def password(chance: random.Random) -> str:
    return letters(chance, WORD, 9) + chance.choice("!?#%") + chance.choice(DIGITS)


SECRETS: dict[str, Callable[[random.Random], str]] = {
    "Anthropic": lambda c: f"sk-ant-api03-{letters(c, WORD + '-_', 93)}AA",
    "OpenAI": lambda c: c.choice(("sk-proj-", "sk-", "sk-svcacct-")) + letters(c, WORD, 48),
    "Google": lambda c: f"AIza{letters(c, WORD + '-_', 35)}",
    "AWS": lambda c: c.choice(("AKIA", "ASIA")) + letters(c, string.ascii_uppercase + "234567", 16),
    "GitHub": lambda c: c.choice(("ghp_", "gho_", "ghs_")) + letters(c, WORD, 36),
    "Slack": lambda c: f"xoxb-{letters(c, DIGITS, 12)}-{letters(c, WORD, 24)}",
    "Stripe": lambda c: f"sk_live_{letters(c, WORD, 24)}",
    "Hugging Face": lambda c: f"hf_{letters(c, WORD, 34)}",
    "JWT": jwt,
    "private key": pem,
    "mail": lambda c: f"{c.choice(NAMES)}{c.randrange(1000)}@{c.choice(HOSTS)}",
    "card": card,
    "IBAN": iban,
    "phone": lambda c: f"+49 {c.randrange(150, 180)} {letters(c, '123456789', 7)}",
    "IP address": lambda c: f"81.{c.randrange(1, 250)}.{c.randrange(1, 250)}.{c.randrange(1, 250)}",
    "national id": lambda c: f"{c.randrange(100, 600)}-{c.randrange(10, 99)}-{c.randrange(1000, 9999)}",
}
CARRIERS = (
    "Please use {} for this.",
    "{}",
    "My notes: {}, and then the rest.",
    'The config says "{}" in line 3.',
    "first\n{}\nlast",
    "(see {})",
)
AROUND: dict[str, tuple[Callable[[random.Random], str], tuple[str, ...]]] = {
    "bearer": (lambda c: letters(c, WORD, 40), ("Authorization: Bearer {}", "curl -H 'authorization: bearer {}' https://api.example.org/v1")),
    "in a URL": (password, ("postgres://app:{}@db.example.org/main", "https://me:{}@example.org/repo.git")),
    "assigned": (password, ("password = '{}'", "export API_KEY={}", 'client_secret: "{}"', "DB_PASSWORD={}")),
    "home": (
        lambda c: f"{c.choice(NAMES)}{c.randrange(100)}",
        ("/home/{}/project/main.py", "C:\\Users\\{}\\Desktop\\a.txt", "file:///Users/{}/notes.md"),
    ),
}  # fmt: skip


def planted() -> Iterator[Planted]:
    """Yield the secrets, in texts of every form."""
    chance = random.Random(SEED)  # noqa: S311 - it is no secret
    for kind, make in SECRETS.items():
        for n in range(EACH):
            secret = make(chance)
            yield Planted(kind, CARRIERS[n % len(CARRIERS)].format(secret), secret)
    for kind, (make, carriers) in AROUND.items():
        for n in range(EACH):
            secret = make(chance)
            yield Planted(kind, carriers[n % len(carriers)].format(secret), secret)


def _uuid(c: random.Random) -> str:
    return "-".join(letters(c, HEX, n) for n in (8, 4, 4, 4, 12))


def _day(c: random.Random) -> str:
    return f"{c.randrange(2000, 2030)}-{c.randrange(1, 13):02}-{c.randrange(1, 29):02}"


INNOCENT: tuple[Callable[[random.Random], str], ...] = (
    lambda c: " ".join(c.choice(PROSE) for _ in range(30)),
    lambda c: f"commit {letters(c, HEX, 40)} by the bot",
    _uuid,
    lambda c: f"toolu_{letters(c, WORD, 24)}",
    lambda c: f"call_{letters(c, WORD, 24)}",
    lambda c: f"chatcmpl-{letters(c, WORD, 29)}",
    lambda c: f"msg_{letters(c, WORD, 24)} resp_{letters(c, HEX, 48)}",
    lambda c: f"version {c.randrange(9)}.{c.randrange(20)}.{c.randrange(20)} of {_day(c)}",
    lambda c: f"{_day(c)}T{c.randrange(24):02}:{c.randrange(60):02}:{c.randrange(60):02}.{c.randrange(10**6):06}Z",
    lambda c: f"def f_{c.randrange(99)}(password: str, key: int = {c.randrange(99)}):\n    return hash(password)",
    lambda c: f"The password field is required, and max_tokens is {c.randrange(5000)}.",
    lambda c: f"const token = process.env.API_TOKEN; // line {c.randrange(999)}",
    lambda c: f"std::vector<int> v{c.randrange(9)}; a::b::c(); x = y ? 1 : {c.randrange(9)};",
    lambda c: f"https://example.org/a/{c.randrange(9999)}?page={c.randrange(99)}&sort=asc#top",
    lambda c: f"see /usr/lib/python3.{c.randrange(9, 15)}/json/__init__.py and ./src/home/index.ts",
    lambda c: f"{c.randrange(10**9, 10**10)} rows in {c.random():.6f} s, {c.randrange(10**12, 10**13)} ns",
    lambda c: "sha256:" + letters(c, HEX, 64),
    lambda c: f"@app.route('/u/<int:n>') # {c.randrange(99)}\n@pytest.fixture",
    lambda c: f"npm install react@{c.randrange(15, 20)}.{c.randrange(9)}.0 && git clone git@github.com:org/repo.git",
    lambda c: f"Item no. {letters(c, DIGITS, 12)}, {c.randrange(1, 99)} x {c.randrange(1, 99)} = {c.randrange(9999)}",
    lambda c: f"127.0.0.1:{c.randrange(1024, 65535)} and localhost, 0.0.0.0",
    lambda c: f"rgba({c.randrange(255)}, {c.randrange(255)}, 0, 0.5) #{letters(c, HEX, 6)} 12:{c.randrange(60):02}:07",
    lambda c: f"Q{c.randrange(1, 5)} 2026: 12-{c.randrange(10, 99)} points, phase {c.randrange(9)}-{c.randrange(9)}",
    lambda c: base64.b64encode(c.randbytes(180)).decode(),
    lambda c: f"$API_KEY is set; use api_key=os.environ['KEY_{c.randrange(9)}'] or secret: <your secret>",
)  # fmt: skip


def innocent(count: int = 5000) -> Iterator[str]:
    """Yield texts without anything secret."""
    chance = random.Random(SEED)  # noqa: S311 - it is no secret
    for n in range(count):
        yield INNOCENT[n % len(INNOCENT)](chance)
