from stackyard.building import setup_game

setup_game(
    "stackyard_hex",
    compile=["rules"],
    embed=["bits", "rng", "search.playouts", "search.tree"],
    position="Hex",
    with_core=False,
)
