"""The prompts at which a learner solves tasks: steps, puzzles, questions."""
