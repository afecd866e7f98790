"""Bots that know no particular game; a game's own are in its folder's bots.py."""

from stammtisch.bots.analysis import Analysis, Choice, analyse, percent
from stammtisch.bots.external import ExternalBot
from stammtisch.bots.levels import LEVELS, Grade, LevelBot, Mistake, levels
from stammtisch.bots.named import bot_named, by_name, is_external
from stammtisch.bots.program import Limits, kill_all
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.redraw import redraw
from stammtisch.bots.search import SearchBot, searching_bots
from stammtisch.bots.seeds import decision_seed

__all__ = [
    "LEVELS",
    "Analysis",
    "Choice",
    "ExternalBot",
    "Grade",
    "LevelBot",
    "Limits",
    "Mistake",
    "RandomBot",
    "SearchBot",
    "analyse",
    "bot_named",
    "by_name",
    "decision_seed",
    "is_external",
    "kill_all",
    "levels",
    "percent",
    "redraw",
    "searching_bots",
]
