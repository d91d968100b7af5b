"""Knowledge of small boards of Silo, a game that somebody else wrote."""
