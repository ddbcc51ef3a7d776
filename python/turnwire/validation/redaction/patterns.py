"""What secrets and personal data look like in a text.

The forms of keys are those that their issuers publish, or that secret scanners look for.  Every pattern takes time in
proportion to the text: repetitions have bounds, and none is inside of another one.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Pattern(NamedTuple):
    """One form of a secret."""

    kind: str
    """What it is, in the placeholder and on the command line."""
    regex: re.Pattern[str]
    """Its group `secret` is replaced, or the whole match without such a group."""
    signs: tuple[str, ...]
    """Texts of which one is there wherever the regex matches; empty if there is none.  Looking for them is cheap."""
    holds: Callable[[str], bool] | None = None
    """A further test of what is replaced."""


def _is_card(text: str) -> bool:
    """The check digit of Luhn (ISO/IEC 7812-1), and the prefix of an issuer."""
    digits = [int(each) for each in text if each.isdigit()]
    doubled = [sum(divmod(2 * each, 10)) if n % 2 else each for n, each in enumerate(reversed(digits))]
    return len(set(digits)) > 1 and sum(doubled) % 10 == 0


def _is_iban(text: str) -> bool:
    """The check digits of ISO 13616."""
    bare = text.replace(" ", "")
    turned = bare[4:] + bare[:4]
    return len(bare) in _IBAN_LENGTHS and int("".join(str(int(each, 36)) for each in turned)) % 97 == 1


_IBAN_LENGTHS: Final = range(15, 35)
_PHONE_LENGTHS: Final = range(9, 16)


def _is_address(text: str) -> bool:
    """An address of a machine that somebody has, and not one that every machine has."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (found.is_loopback or found.is_unspecified or found.is_multicast or text.startswith("255."))


def _is_phone(text: str) -> bool:
    return sum(map(str.isdigit, text)) in _PHONE_LENGTHS


def _is_given(text: str) -> bool:
    """What is given in an assignment: no reference, no placeholder, and no plain word."""
    if text.startswith(("$", "<", "{", "[", "%", "*")) or "(" in text or text.lower() in _WORDS:
        return False
    return any(each.isdigit() or each in _MARKS for each in text)


_MARKS: Final = "!@#$%^&*+~?"
_WORDS: Final = frozenset({"none", "null", "true", "false", "required", "string"})


def _is_person(text: str) -> bool:
    return text.lower() not in _NOBODY and not text.startswith(("<", "$", "{", "%", "*"))


_NOBODY: Final = frozenset({"shared", "public", "default", "all users", "user", "username", "you", "me"})


def _one(kind: str, regex: str, *signs: str, holds: Callable[[str], bool] | None = None) -> Pattern:
    return Pattern(kind, re.compile(regex), signs, holds)


_AT: Final = r"(?<![A-Za-z0-9_-])"
_END: Final = r"(?![A-Za-z0-9_-])"
_PEM: Final = r"[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?"
_NAMED: Final = (
    r"(?i:password|passwd|pwd|passphrase|secret[_-]?key|client[_-]?secret|secret|api[_-]?key|apikey|access[_-]?key|"
    r"access[_-]?token|auth[_-]?token|refresh[_-]?token|private[_-]?key|account[_-]?key|aws_secret_access_key)"
)

PATTERNS: Final[tuple[Pattern, ...]] = (
    _one(
        "PRIVATE_KEY",
        rf"-----BEGIN {_PEM}-----[^-]{{0,20000}}-----END {_PEM}-----",
        "PRIVATE KEY",
    ),
    _one("JWT", rf"{_AT}eyJ[A-Za-z0-9_-]{{8,}}\.eyJ[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_-]{{8,}}", "eyJ"),
    # Anthropic, OpenAI, OpenRouter, DeepSeek, and others that copy the form.
    _one("API_KEY", rf"{_AT}sk-(?:[a-z0-9]{{2,10}}-){{0,2}}[A-Za-z0-9_-]{{20,}}", "sk-"),
    _one(
        "API_KEY",
        rf"{_AT}(?:gsk_|xai-|pplx-|r8_|hf_|nvapi-|fw_|tgp_v1_|csk-)[A-Za-z0-9_-]{{20,}}",
        "gsk_",
        "xai-",
        "pplx-",
        "r8_",
        "hf_",
        "nvapi-",
        "fw_",
        "tgp_v1_",
        "csk-",
    ),
    _one("API_KEY", rf"{_AT}AIza[A-Za-z0-9_-]{{35}}{_END}", "AIza"),
    _one("TOKEN", rf"{_AT}ya29\.[A-Za-z0-9_-]{{20,}}", "ya29."),
    _one("API_KEY", rf"{_AT}GOCSPX-[A-Za-z0-9_-]{{20,}}", "GOCSPX-"),
    _one("AWS_KEY", rf"{_AT}(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{{16}}{_END}", "AKIA", "ASIA", "AROA", "AIDA"),
    _one(
        "GITHUB_TOKEN",
        rf"{_AT}(?:gh[pousr]_[A-Za-z0-9]{{36,255}}|github_pat_[A-Za-z0-9_]{{22,255}})",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
    ),
    _one("TOKEN", rf"{_AT}glpat-[A-Za-z0-9_-]{{20,}}", "glpat-"),
    _one(
        "TOKEN",
        rf"{_AT}(?:npm_[A-Za-z0-9]{{36}}|pypi-[A-Za-z0-9_-]{{50,}}|dop_v1_[a-f0-9]{{64}}|dapi[a-f0-9]{{32}}){_END}",
        "npm_",
        "pypi-",
        "dop_v1_",
        "dapi",
    ),
    _one("SLACK_TOKEN", rf"{_AT}(?:xox[abeoprs]-|xapp-)[A-Za-z0-9-]{{10,}}", "xox", "xapp-"),
    _one("SLACK_TOKEN", r"hooks\.slack\.com/services/(?P<secret>[A-Za-z0-9/]{20,})", "hooks.slack.com"),
    _one(
        "STRIPE_KEY", rf"{_AT}(?:(?:sk|rk|pk)_(?:live|test)_|whsec_)[A-Za-z0-9]{{16,}}", "sk_", "rk_", "pk_", "whsec_"
    ),
    _one("API_KEY", rf"{_AT}SG\.[A-Za-z0-9_-]{{16,32}}\.[A-Za-z0-9_-]{{16,64}}", "SG."),
    _one("API_KEY", rf"{_AT}(?:AC|SK)[0-9a-f]{{32}}{_END}", "AC", "SK"),
    _one("TOKEN", rf"{_AT}[0-9]{{8,10}}:AA[A-Za-z0-9_-]{{33}}{_END}", ":AA"),
    _one("API_KEY", rf"{_AT}(?:shp(?:at|ca|pa|ss)_[a-fA-F0-9]{{32}}|key-[0-9a-f]{{32}}){_END}", "shp", "key-"),
    _one(
        "TOKEN",
        r"(?i:\b(?:bearer|basic)\s{1,4})(?P<secret>[A-Za-z0-9._~+/-]{16,}={0,2})",
        "earer",
        "asic",
        "EARER",
        "ASIC",
    ),
    _one("PASSWORD", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"']{0,80}:(?P<secret>[^\s/@\"']{1,200})@", "://"),
    _one(
        "TOKEN",
        r"[?&](?i:access_token|token|key|api_?key|sig|signature|password|secret|x-amz-signature|auth)=(?P<secret>[^&\s\"'#<>]{6,500})",
        "=",
        holds=_is_given,
    ),
    _one(
        "SECRET",
        rf"(?<![A-Za-z0-9]){_NAMED}[\"']?\s{{0,3}}(?:[:=]|=>|:=)\s{{0,3}}[\"']?(?P<secret>[^\s\"',;<>]{{6,200}})",
        "=",
        ":",
        holds=_is_given,
    ),
    _one(
        "EMAIL",
        r"(?<![A-Za-z0-9._%+/-])(?!git@)[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9@])",
        "@",
    ),
    _one(
        "USER",
        r"(?<![\w.~-])/(?:home|Users)/(?P<secret>[^/\s\"'\\:;,<>|*?(){}\[\]]{1,64})",
        "/home/",
        "/Users/",
        holds=_is_person,
    ),
    _one(
        "USER",
        r"(?i:\b[a-z]:(?:\\{1,2}|/)(?:users|documents and settings)(?:\\{1,2}|/))"
        r"(?P<secret>[^/\\\"':;,<>|*?\n]{1,64})(?=[\\/])",
        ":\\",
        ":/",
        holds=_is_person,
    ),
    _one(
        "HOST",
        r"(?<![\\\w])\\\\(?P<secret>[A-Za-z0-9][A-Za-z0-9._-]{1,62})\\[A-Za-z0-9$._-]{1,80}(?=[\\\s\"']|$)",
        "\\\\",
    ),
    _one(
        "IBAN",
        r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])",
        "",
        holds=_is_iban,
    ),
    _one(
        "CARD",
        r"(?<![\w.-])(?:4[0-9]{3}|5[1-5][0-9]{2}|2[2-7][0-9]{2}|6011|65[0-9]{2}|3[47][0-9]{2})"
        r"(?:(?:[ -]?[0-9]{4}){3}|[ -]?[0-9]{6}[ -]?[0-9]{5})(?![\w-])",
        "",
        holds=_is_card,
    ),
    _one("NATIONAL_ID", r"(?<![\w.-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![\w-])", "-"),
    _one(
        "PHONE",
        r"(?<![\w+.-])\+[1-9][0-9]{0,2}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9](?:[ .-]?[0-9]){6,12}(?![\w-])",
        "+",
        holds=_is_phone,
    ),
    _one("PHONE", r"(?<![\w+.-])(?:\([0-9]{3}\) ?|[0-9]{3}[-.])[0-9]{3}[-.][0-9]{4}(?![\w.-]\w|\w)", "-", "."),
    _one("IP_ADDRESS", r"(?<![\w.-])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w-]|\.[0-9])", ".", holds=_is_address),
    _one(
        "IP_ADDRESS",
        r"(?<![\w:.])(?:[0-9a-fA-F]{1,4}:){3,7}(?::?[0-9a-fA-F]{1,4}){1,5}(?![\w:])",
        ":",
        holds=_is_address,
    ),
)
"""The patterns in the order in which they are looked for: what one has found is not looked at by those behind it."""

MEDIA: Final = "MEDIA"
"""The kind of pictures, sounds and files that are written as base64."""
FIELD: Final = "SECRET"
"""The kind of a text whose member says that it is secret."""
KINDS: Final = tuple(dict.fromkeys((*(pattern.kind for pattern in PATTERNS), MEDIA)))
"""All kinds, in the order of the patterns."""
