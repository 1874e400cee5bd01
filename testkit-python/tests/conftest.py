"""`pytester` runs pytest in a test of the plug-in."""

pytest_plugins = ["pytester"]
