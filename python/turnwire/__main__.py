"""`python -m turnwire` is the command `turnwire`."""

from __future__ import annotations

import sys

from turnwire.cli import main

sys.exit(main())
