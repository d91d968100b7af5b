from stackyard.building import setup_game

setup_game(
    "stackyard_mill",
    compile=["rules"],
    embed=["bits", "rng", "search.playouts"],
    position="Mill",
    with_core=False,
)
