"""Learns a toy policy from games against itself, with NumPy alone.

    python examples/self_play.py

The policy is a softmax over the legal cells. The logit of a cell is linear in what stands round it. After each batch of
games, moves that were followed by captures become more likely, and those that were followed by losses less likely.

CITE: R. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning" (1992).
"""

import argparse

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

import tochki

RADIUS = 2
"""A move is judged by the cells at most so many columns and rows away."""
SIDE = 2 * RADIUS + 1
PLANES = 3
LIVE = np.array(tochki.LIVE, dtype=np.uint8)


def features(boards):
    """What stands round each cell, as a float32 array of shape (games, cells, PLANES * SIDE * SIDE): the dots of the
    player to move, those of the opponent, and where nobody can put a dot."""
    player = boards.to_move[:, None, None]
    own = boards.cells & LIVE[player] != 0
    enemy = boards.cells & LIVE[1 - player] != 0
    blocked = ~(boards.legal | own | enemy)
    around = ((0, 0), (RADIUS, RADIUS), (RADIUS, RADIUS))
    planes = [np.pad(plane, around, constant_values=plane is blocked) for plane in (own, enemy, blocked)]
    windows = sliding_window_view(np.stack(planes, axis=3), (SIDE, SIDE), axis=(1, 2))
    return windows.reshape(len(boards), -1, PLANES * SIDE * SIDE).astype(np.float32)


def probabilities(weights, seen, legal):
    """The policy: probabilities of the cells, of shape (games, cells). They are 0 in games that are over."""
    logits = np.where(legal, seen @ weights, -np.inf)
    greatest = logits.max(axis=1, keepdims=True)
    likely = np.exp(logits - np.where(np.isfinite(greatest), greatest, 0))
    return likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-30)


def sample(random, chances):
    """A cell of each game by its probabilities, or -1 in games that are over."""
    sums = chances.cumsum(axis=1)
    cells = (sums < random.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return np.where(sums[:, -1] > 0, np.minimum(cells, chances.shape[1] - 1), -1)


def gradient(boards, weights, random):
    """Plays all games to their ends with the policy on both sides. The direction in which weights are better."""
    boards.reset()
    games = np.arange(len(boards))
    moves = []
    while not boards.over.all():
        seen = features(boards)
        chances = probabilities(weights, seen, boards.legal.reshape(len(boards), -1))
        cells = sample(random, chances)
        # The chosen move against the average one.
        direction = seen[games, cells] - np.einsum("gc,gcf->gf", chances, seen)
        direction[cells < 0] = 0
        rewards = boards.step(cells)
        moves.append((direction, rewards))
    total = np.zeros_like(weights)
    later = np.zeros(len(boards), dtype=np.float32)
    for direction, rewards in reversed(moves):
        # What the mover wins from this move on is what the opponent loses.
        later = rewards - later
        total += (later - later.mean()) @ direction
    return total / len(boards)


def strength(boards, weights, random):
    """The mean score in dots of the policy against random moves, half of the games with each colour."""
    scores = []
    for learner in (0, 1):
        boards.reset()
        turn = 0
        while not boards.over.all():
            used = weights if turn % 2 == learner else np.zeros_like(weights)
            legal = boards.legal.reshape(len(boards), -1)
            boards.step(sample(random, probabilities(used, features(boards), legal)))
            turn += 1
        scores.append((boards.captured[:, learner] - boards.captured[:, 1 - learner]).mean())
    return float(np.mean(scores))


def train(games, updates, size, seed, rate=0.1, report=print):
    """Trains a policy. Returns its mean score against random moves before and after."""
    random = np.random.default_rng(seed)
    boards = tochki.Boards(games, size, size, start="cross")
    weights = np.zeros(PLANES * SIDE * SIDE, dtype=np.float32)
    momentum, square = np.zeros_like(weights), np.zeros_like(weights)
    before = strength(boards, weights, random)
    report(f"untrained: {before:+.1f} dots against random moves")
    for update in range(1, updates + 1):
        step = gradient(boards, weights, random)
        # CITE: D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2015).
        momentum = 0.9 * momentum + 0.1 * step
        square = 0.99 * square + 0.01 * step**2
        scale = np.sqrt(square / (1 - 0.99**update)) + 1e-8
        weights += rate * momentum / (1 - 0.9**update) / scale
        if update % 10 == 0:
            report(f"{update:4} updates: {strength(boards, weights, random):+.1f} dots")
    return before, strength(boards, weights, random)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=256, help="games of a batch")
    parser.add_argument("--updates", type=int, default=60, help="number of batches")
    parser.add_argument("--size", type=int, default=8, help="columns and rows of the board")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    given = parser.parse_args()
    train(given.games, given.updates, given.size, given.seed)
