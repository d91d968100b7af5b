from stackyard.building import setup_game

setup_game(
    "stackyard_dvonn",
    compile=["rules"],
    embed=["bits", "stacks", "rng", "search.playouts"],
    position="Dvonn",
    with_core=False,
)
