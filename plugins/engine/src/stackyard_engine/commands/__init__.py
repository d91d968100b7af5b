"""The commands of the engine, imported by `stackyard_cli` when they run; they use its helpers."""
