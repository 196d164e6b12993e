"""Plays and analyses chess with our engine through python-chess, which others wrote: a client that knows nothing of ours.

    python python_chess.py PROGRAM

`cargo xtask clients` builds the program, installs python-chess and runs this.
"""

import sys
import time

import chess
import chess.engine

PROGRAM = sys.argv[1]
COMMAND = [PROGRAM, "engine", "chess", "--protocol", "uci", "--all-options"]
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def introduces_itself(engine):
    assert engine.id["name"].startswith("plysmith"), engine.id
    for name in ["Hash", "Clear Hash", "Ponder", "Move Overhead", "UCI_Variant", "level", "table.bits"]:
        assert name in engine.options, name
    hash_size = engine.options["Hash"]
    assert (hash_size.type, hash_size.min, hash_size.max) == ("spin", 1, 2048), hash_size
    engine.configure({"Hash": 8, "Move Overhead": 30, "killers.slots": 2})
    engine.configure({"Clear Hash": None})
    engine.ping()


def plays_a_short_game(engine):
    board = chess.Board()
    limits = [
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=3000),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
    ]
    for ply in range(30):
        limit = limits[ply % len(limits)]
        # python-chess itself refuses a move that is not legal.
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, game="the same")
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert result.info["nodes"] > 0 and result.info["pv"][0] == result.move, result.info
        board.push(result.move)
        if result.ponder is not None:
            assert result.ponder in board.legal_moves, (board.fen(), result.ponder)
        if board.is_game_over():
            break
    assert board.ply() > 10, board.fen()
    return board.ply()


def ponders(engine):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.05, black_inc=0.05)
    hits = 0
    for _ in range(6):
        result = engine.play(board, limit, ponder=True, game="pondered")
        board.push(result.move)
        # As expected in half of the moves, and otherwise the first legal one.
        expected = result.ponder if hits % 2 == 0 else None
        board.push(expected or next(iter(board.legal_moves)))
        hits += 1
    # Whatever it pondered on is over.
    engine.ping()


def analyses(engine):
    board = chess.Board(MATE_IN_TWO)
    # The first move is a quiet one: what leaves such moves out would need more depth.
    selective = ["null_move", "late_moves", "reverse_futility", "futility"]
    engine.configure(dict.fromkeys(selective, False))
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    assert info["score"].white() == chess.engine.Mate(2), info
    assert info["pv"][0] == chess.Move.from_uci("a1a6"), info
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2), info
    engine.configure(dict.fromkeys(selective, True))
    result = engine.play(board, chess.engine.Limit(depth=2), root_moves=[chess.Move.from_uci("c8d8")])
    assert result.move in board.legal_moves, result
    # Without an end, until it is told to stop.
    begun, depth = time.monotonic(), 0
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            depth = max(depth, info.get("depth", 0))
            if depth >= 4 or time.monotonic() - begun > 30:
                break
    assert depth >= 4, depth
    engine.ping()


def main():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=30) as engine:
        introduces_itself(engine)
        plies = plays_a_short_game(engine)
        ponders(engine)
        analyses(engine)
    print(f"python-chess {chess.__version__}: a game of {plies} plies, pondering and analysis went well")


main()
