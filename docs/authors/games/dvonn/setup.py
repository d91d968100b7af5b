from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_dvonn",
    compile=["rules"],
    embed=["stackyard.cells.bits", "stackyard.stacks", *SEARCH],
    position="Dvonn",
    bundle=False,
)
