from stackyard_kit.building import setup_package

setup_package(
    "stackyard_mill",
    compile=["rules"],
    embed=["stackyard.cells.bits", "stackyard.rng", "stackyard.playouts"],
    position="Mill",
    bundle=False,
)
