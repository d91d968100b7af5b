from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_lasca",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="Lasca",
    bundle=False,
)
