"""Tests of bots: worlds with people who speak to bots, and expectations about what the bots do."""

from .client import CallRefused
from .expectations import expect, expect_not
from .topics import Topic
from .world import Heliogram, make_world

__all__ = ["CallRefused", "Heliogram", "Topic", "expect", "expect_not", "make_world"]
