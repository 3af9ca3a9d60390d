"""Measures how many board steps a second each way to play moves reaches.

    python examples/steps.py
"""

import time

import numpy as np

import tochki


def measure(name, play):
    """Calls a function that returns its number of moves, for at least half a second, and prints the rate."""
    start, moves = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < 0.5:
        moves += play()
    print(f"{name:24}{moves / spent / 1e6:6.2f} million steps a second")


def main():
    for width, height in [(39, 32), (20, 20), (10, 10)]:
        print(f"{width}x{height}, games of random moves")
        game = tochki.Board(width, height)
        game.play_random(seed=1)
        pairs = game.moves[:, :2].tolist()
        cells = game.moves[:, 1] * width + game.moves[:, 0]
        board, boards = tochki.Board(width, height), tochki.Boards(256, width, height)
        start = tochki.Board(width, height)
        # A playout does not tell its moves. On average it has as many as these games.
        mean_length = boards.play_random(seed=3) / 256

        def one_by_one():
            board.undo(len(pairs))
            for x, y in pairs:
                board.play(x, y)
            return len(pairs)

        def many():
            board.undo(len(cells))
            board.play_many(cells)
            return len(cells)

        def step():
            boards.reset()
            for cell in cells:
                boards.step(np.full(256, cell))
            return 256 * len(cells)

        def random():
            boards.reset()
            return boards.play_random(seed=2)

        def playouts():
            return start.playouts(50, seed=3).size * mean_length

        measure("Board.play", one_by_one)
        measure("Board.play_many", many)
        measure("Boards.step, 256 games", step)
        measure("Boards.play_random", random)
        measure("Board.playouts", playouts)


if __name__ == "__main__":
    main()
