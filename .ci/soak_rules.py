"""Games under other rules, for the soak: two engines of the JSON dialect, of which one is killed now and then, must
always agree about the game. A killed engine gets the game as a record in SGF."""

import collections
import json
import random
import subprocess
import threading

RULES = [
    {"suicide": suicide, "captures_empty_bases": bases} for suicide in (True, False) for bases in (True, False)
]


class Engine:
    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "json"], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(self, command, **fields):
        # An engine that hangs is killed.
        watch = threading.Timer(60, self.process.kill)
        watch.start()
        try:
            self.process.stdin.write(json.dumps({"command": command, **fields}) + "\n")
            reply = self.process.stdout.readline()
        finally:
            watch.cancel()
        if not reply:
            raise SystemExit(f"no reply to {command} {fields}")
        return json.loads(reply)

    def tell(self, command, **fields):
        reply = self.ask(command, **fields)
        if "error" in reply:
            raise SystemExit(f"{command} {fields} is refused: {reply}")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def successor(program, record):
    """A new engine with the game of a record."""
    engine = Engine(program)
    engine.tell("SetOption", name="nodes", value=30)
    (game,) = engine.ask("ReadSgf", text=record)["games"]
    engine.tell("Init", **{name: game[name] for name in ["width", "height", "rules", "komi", "start"]})
    engine.tell("PutPoints", points=[{name: turn[name] for name in ["coords", "player"]} for turn in game["turns"]])
    return engine


def play_by_rules(program, games, seed):
    """Plays so many games, and counts those in which the engines disagree."""
    rng = random.Random(seed)
    counts = collections.Counter(matches=games)
    pair = [Engine(program), Engine(program)]
    for _ in range(games):
        counts["games"] += 1
        if not one_game(rng, program, pair, counts):
            counts["unreadable"] += 1
    for engine in pair:
        engine.end()
    return counts


def one_game(rng, program, pair, counts):
    terms = {"width": rng.randint(3, 14), "height": rng.randint(3, 12), "rules": rng.choice(RULES)}
    terms["start"] = rng.choice(["empty", "single", "cross"]) if min(terms["width"], terms["height"]) > 4 else "empty"
    for engine in pair:
        engine.tell("SetOption", name="engine", value=rng.choice(["mcts", "tactical", "article"]))
        engine.tell("SetOption", name="nodes", value=rng.choice([5, 30]))
        engine.tell("Init", **terms)
    players = ["Red", "Black"]
    for turn in range(10_000):
        player = players[turn % 2]
        said = pair[turn % 2].ask("Decide", player=player)
        if said.get("action") != "Put":
            break
        replies = [engine.ask("PutPoint", coords=said["coords"], player=player) for engine in pair]
        if not all(reply["put"] for reply in replies):
            return False
        if rng.random() < 0.01:
            counts["engines killed"] += 1
            pair[0].end()
            pair[0] = successor(program, pair[1].ask("WriteSgf")["sgf"])
    # On a full board nobody has to decide anything.
    if "action" not in said and said.get("error") != "the game is over":
        print("no decision:", said)
        return False
    if said.get("action") in ("Ground", "Resign"):
        for engine in pair:
            engine.tell(said["action"], player=player)
    ends = [engine.ask("Position") for engine in pair]
    # A record has the start dots in the order of their colours.
    for end in ends:
        end["start"].sort(key=str)
    if ends[0] != ends[1]:
        print("different:", ends)
    return ends[0] == ends[1]
