from stackyard_kit.building import setup_package

setup_package(
    "stackyard_dvonn",
    compile=["rules"],
    embed=["stackyard.cells.bits", "stackyard.stacks", "stackyard.rng", "stackyard.playouts"],
    position="Dvonn",
    bundle=False,
)
