from stackyard.building import SEARCH, setup_game

setup_game(
    "stackyard_hex",
    compile=["rules"],
    embed=["bits", *SEARCH],
    position="Hex",
    with_core=False,
)
