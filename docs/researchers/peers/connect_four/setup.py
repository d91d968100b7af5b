from stackyard_kit.building import SEARCH, setup_package

setup_package(
    "stackyard_connect_four",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH],
    position="ConnectFour",
    bundle=False,
)
