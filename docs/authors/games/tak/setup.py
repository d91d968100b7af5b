from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_tak",
    compile=["rules"],
    embed=["stackyard.cells.bits", "stackyard.tall_stacks", *SEARCH],
    position="Tak",
    bundle=False,
)
