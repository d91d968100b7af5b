from stackyard.building import SEARCH, setup_game

setup_game(
    "stackyard_breakthrough",
    compile=["rules"],
    embed=["bits", *SEARCH],
    position="Breakthrough",
    with_core=False,
)
