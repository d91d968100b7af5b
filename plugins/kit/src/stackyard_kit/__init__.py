"""The authors' kit: conformance tests for games, and the build of compiled ones."""
