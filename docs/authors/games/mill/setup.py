from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_mill",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="Mill",
    bundle=False,
)
