from stackyard.building import setup_game

setup_game(
    "stackyard_lasca",
    compile=["rules"],
    embed=["bits", "rng", "search.playouts"],
    position="Lasca",
    with_core=False,
)
