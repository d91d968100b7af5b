from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_breakthrough",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="Breakthrough",
    bundle=False,
)
