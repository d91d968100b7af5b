from stackyard.building import setup_game

setup_game(
    "stackyard_breakthrough",
    compile=["rules"],
    embed=["bits", "rng", "search.playouts", "search.tree"],
    position="Breakthrough",
    with_core=False,
)
