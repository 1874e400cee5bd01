"""Where aiogram keeps its ways to a server."""
