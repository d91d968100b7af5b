"""The build backend of our packages: that of setuptools, asked for less.

pyproject.toml requires nothing before this backend is loaded, so that the backend can say which
tools are missing: one pip command installs them once. A package that is compiled is built from the
moment that pip has its metadata (see `ahead`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stackyard_kit.building import ahead, tools

COMPILING: Final = (
    "Stackyard is compiled for this machine, which takes a minute or two: the computer then sees a"
    " hundred times as many positions."
)
Settings = Mapping[str, Any] | None


class Plain:
    """The hooks of PEP 517 and 660 for a package that stays uncompiled.

    An installer without a hook for metadata builds the wheel for it, and need not build it again.
    """

    def get_requires_for_build_wheel(self, config_settings: Settings = None) -> list[str]:
        """Return the missing tools for a wheel."""
        return self.get_requires_for_build_sdist()

    def get_requires_for_build_editable(self, config_settings: Settings = None) -> list[str]:
        """Return the missing tools for an editable install."""
        return self.get_requires_for_build_sdist()

    def get_requires_for_build_sdist(self, config_settings: Settings = None) -> list[str]:
        """Return the missing tools for a source archive."""
        return [] if tools.has(tools.SETUPTOOLS) else [tools.SETUPTOOLS]

    def build_wheel(
        self,
        wheel_directory: str,
        config_settings: Settings = None,
        metadata_directory: str | None = None,
    ) -> str:
        """Build a wheel; its name."""
        return str(_setuptools().build_wheel(wheel_directory, config_settings, metadata_directory))

    def build_sdist(self, sdist_directory: str, config_settings: Settings = None) -> str:
        """Build a source archive; its name."""
        return str(_setuptools().build_sdist(sdist_directory, config_settings))

    def build_editable(
        self,
        wheel_directory: str,
        config_settings: Settings = None,
        metadata_directory: str | None = None,
    ) -> str:
        """Build the wheel of an editable install, which is never compiled; its name."""
        return str(
            _setuptools().build_editable(wheel_directory, config_settings, metadata_directory)
        )


class Compiled(Plain):
    """The hooks for a package of which mypyc compiles some modules."""

    def get_requires_for_build_wheel(self, config_settings: Settings = None) -> list[str]:
        """Return the missing tools for a compiled wheel."""
        mypy = [] if tools.has(tools.MYPY) else [tools.MYPY]
        tools.show_once(COMPILING)
        return [*super().get_requires_for_build_wheel(), *mypy]

    def prepare_metadata_for_build_wheel(
        self, metadata_directory: str, config_settings: Settings = None
    ) -> str:
        """Write the metadata of a wheel, and start to build it."""
        name = str(
            _setuptools().prepare_metadata_for_build_wheel(metadata_directory, config_settings)
        )
        ahead.start()
        return name

    def build_wheel(
        self,
        wheel_directory: str,
        config_settings: Settings = None,
        metadata_directory: str | None = None,
    ) -> str:
        """Build a wheel, unless it was built ahead; its name."""
        return ahead.take(wheel_directory) or super().build_wheel(
            wheel_directory, config_settings, metadata_directory
        )


def _setuptools() -> Any:
    """The backend of setuptools, with the tools that an earlier build of the command has."""
    for tool in (tools.SETUPTOOLS, tools.MYPY):
        tools.has(tool)
    from setuptools import build_meta

    return build_meta


plain = Plain()
compiled = Compiled() if tools.can_compile() else plain
