// What a new run starts from: nothing, another run's request, one of its boards, or a board that is played.

import { api } from "../api";
import type { Cells, PuzzleView, RunRequest } from "../wire";

export interface Origin {
  /** The puzzle that was asked for, or the only one it can be. */
  puzzle: string | null;
  algorithm: string | null;
  /** A request to fill the form with. */
  request: RunRequest | null;
  from: Cells | null;
  keep: Cells | null;
  /** What it starts from, in words. */
  says: string;
}

const ONLY = "Algorithms that begin anew cannot be chosen.";
const NOTHING: Origin = { puzzle: null, algorithm: null, request: null, from: null, keep: null, says: "" };

function pieces(cells: Cells): number {
  return cells.reduce((sum, lain) => sum + (lain ? 1 : 0), 0);
}

/** The same as another run; its seed is the one that was drawn, so that it is the same run. */
async function again(id: string): Promise<Origin> {
  const { summary, request } = await api.run(id);
  const { from, keep } = request;
  return {
    puzzle: summary.key,
    algorithm: request.algorithm,
    request: { ...request, seed: summary.seed },
    from,
    keep,
    says: from ? "It goes on from the same board." : "",
  };
}

/** One of the bests of a run, as `ID:INDEX`. */
async function board(text: string): Promise<Origin> {
  const cut = text.lastIndexOf(":");
  const [id, index] = [text.slice(0, cut), Number(text.slice(cut + 1))];
  const [{ summary, request }, best] = await Promise.all([api.run(id), api.board(id, index)]);
  const empty = best.cells.length - pieces(best.cells);
  const from = empty ? null : best.cells;
  return {
    puzzle: summary.key,
    algorithm: request.algorithm,
    request: { ...request, seed: null },
    from,
    keep: from ? request.keep : best.cells,
    says: from
      ? `It goes on from best ${index + 1} of that run, a score of ${best.score}. ${ONLY}`
      : `This board has empty cells: its ${pieces(best.cells)} pieces become clues.`,
  };
}

/** The pieces that the player laid, not those that lie there as clues. */
function laid(keep: Cells, { clues }: PuzzleView): string {
  const given = new Set(clues.map((clue) => clue.cell));
  const own = pieces(keep.filter((_, cell) => !given.has(cell)));
  return own === 1 ? "The piece you laid becomes a clue." : `The ${own} pieces you laid become clues.`;
}

/** The pieces that lie on the board that is played. */
async function played(key: string): Promise<Origin> {
  const [state, puzzle] = await Promise.all([api.played(key), api.puzzle(key)]);
  if (!state) return { ...NOTHING, puzzle: key, says: "Nothing is laid on this puzzle yet." };
  return { ...NOTHING, puzzle: key, keep: state.cells, says: laid(state.cells, puzzle) };
}

/** What the address asks for. */
export async function originOf(query: URLSearchParams): Promise<Origin> {
  const [same, from, puzzle] = [query.get("again"), query.get("from"), query.get("puzzle")];
  const asked = { puzzle, algorithm: query.get("algorithm") };
  if (same) return again(same);
  if (from) return board(from);
  if (puzzle && query.get("finish")) return { ...(await played(puzzle)), algorithm: asked.algorithm };
  return { ...NOTHING, ...asked };
}
