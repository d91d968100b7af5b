from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_hex",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="Hex",
    bundle=False,
)
