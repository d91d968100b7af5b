from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_tak",
    compile=["tall_stacks", "rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="Tak",
    bundle=False,
)
