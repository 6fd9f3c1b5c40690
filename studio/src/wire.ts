// What travels between the server and the page. Made from the server's types by
// `MARQUETRY_WIRE=1 cargo test -p marquetry-cli wire`; a test says whether it is up to date.

/** Piece (numbered from 1) and clockwise quarter turns. */
export type Lain = [number, number];
/** A board: what lies on every cell, row by row from the top left. */
export type Cells = (Lain | null)[];
/** Cells with what lay there before and lies there after. */
export type Change = [number, Lain | null, Lain | null][];
/** Work, seconds and score of a new best. */
export type Point = [string, number, number];
/** How a colour is drawn: the motif's index (-1: none), ground and tint, filled or outlined. */
export type Emblem = [number, string, string, boolean];

/**
 * A clue, its piece numbered from 1.
 */
export type ClueView = { cell: number, piece: number, turn: number, };

/**
 * Where a puzzle lies.
 */
export type Place = "builtin" | "yours" | "kept";

/**
 * What a list says of a puzzle.
 */
export type PuzzleSummary = { 
/**
 * How the server knows it: a name on the shelf, or `~` and a fingerprint.
 */
key: string, name: string, width: number, height: number, framed: boolean, signed: boolean, colours: number, clues: number, joins: number, about: string, place: Place, };

/**
 * A whole puzzle.
 */
export type PuzzleView = { summary: PuzzleSummary, fingerprint: string, 
/**
 * Sides north, east, south, west of every piece; 0 is grey.
 */
pieces: number[][], 
/**
 * The kind of every piece: corner, border, inner, bridge, end, lone.
 */
kinds: Array<string>, clues: Array<ClueView>, };

/**
 * A shape on the sides of pieces.
 */
export type Motif = { name: string, path: string, };

/**
 * What the page needs to know first.
 */
export type About = { version: string, cores: number, motifs: Array<Motif>, 
/**
 * By colour, 0 to 250.
 */
plain: Array<[number, string, string, boolean]>, 
/**
 * The same in signed puzzles.
 */
signed: Array<[number, string, string, boolean]>, };

/**
 * An algorithm of the catalogue.
 */
export type AlgorithmInfo = { name: string, about: string, source: string, 
/**
 * What one step is.
 */
step: string, 
/**
 * The parameter that is its number of parallel children.
 */
children: string | null, 
/**
 * Whether it goes on from a given board.
 */
resumes: boolean, defaults: Record<string, unknown>, 
/**
 * JSON schema of the parameters, with descriptions.
 */
schema: Record<string, unknown>, 
/**
 * Parameter sets that the conformance suite plays.
 */
trials: Record<string, unknown>[], };

/**
 * Something pasted or dropped.
 */
export type ReadRequest = { text: string, 
/**
 * The name of its file.
 */
name: string | null, 
/**
 * The puzzle that a board belongs to.
 */
puzzle: string | null, };

/**
 * What it was.
 */
export type ReadAnswer = { 
/**
 * The format that was found out.
 */
format: string, puzzle: PuzzleView, 
/**
 * The puzzle as our own file, to be kept by POST /api/puzzles.
 */
text: string, board: Cells | null, notes: Array<string>, };

/**
 * A puzzle to be kept: on the shelf if it is named, else by its fingerprint.
 */
export type KeepRequest = { text: string, name: string | null, replace: boolean, };

/**
 * What a recipe starts from.
 */
export type Preset = "easy" | "medium" | "hard" | "extreme" | "hardest" | "eternity";

/**
 * A recipe: a preset and what is changed of it.
 */
export type MakeRequest = { width: number, height: number, framed: boolean, preset: Preset, colours: number | null, frame_colours: number | null, inner_colours: number | null, clues: number | null, even: boolean | null, distinct: boolean | null, asymmetric: boolean | null, signed: boolean, 
/**
 * A number, or null for a fresh one.
 */
seed: string | null, };

/**
 * The puzzle made, and what can be said of it.
 */
export type MakeAnswer = { puzzle: PuzzleView, 
/**
 * The puzzle as our own file.
 */
text: string, solution: Cells, 
/**
 * The recipe in words.
 */
recipe: string, seed: string, 
/**
 * What the preset came to.
 */
colours: number | null, frame_colours: number | null, inner_colours: number | null, clues: number, even: boolean, distinct: boolean, asymmetric: boolean, 
/**
 * Hardness in words.
 */
hardness: string, 
/**
 * Perfect boards expected by chance.
 */
expected: string, combinations: string, 
/**
 * The same as a command line.
 */
command: string, };

/**
 * A puzzle, as our own file.
 */
export type UniqueRequest = { text: string, };

/**
 * How many perfect boards there are.
 */
export type Uniqueness = "unique" | "several" | "none" | "unknown";

/**
 * What the exact search says.
 */
export type UniqueAnswer = { answer: Uniqueness, says: string, };

/**
 * A board of a puzzle.
 */
export type BoardRequest = { puzzle: string, cells: Cells, };

/**
 * What the judge says of it.
 */
export type JudgeAnswer = { score: number, joins: number, perfect: boolean, valid: boolean, 
/**
 * Pieces not on the board.
 */
left: number, 
/**
 * In words; missing pieces are not listed.
 */
faults: Array<string>, 
/**
 * Pairs of cells whose join does not match.
 */
breaks: Array<[number, number]>, 
/**
 * Empty cells on which nothing fits.
 */
dead: Array<number>, };

/**
 * Asks what fits on a cell, or where a piece fits.
 */
export type FitsRequest = { puzzle: string, cells: Cells, cell: number | null, piece: number | null, };

/**
 * What fits.
 */
export type FitsAnswer = { 
/**
 * Piece and turn for the cell.
 */
pieces: Array<[number, number]>, 
/**
 * Cell and turn for the piece.
 */
cells: Array<[number, number]>, };

/**
 * What to lay next, and why.
 */
export type HintAnswer = { cell: number | null, piece: number | null, turn: number | null, says: string, };

/**
 * A game as it was left.
 */
export type PlayState = { 
/**
 * One more than that of the state it was made from; the server answers 409 to an old one.
 */
revision: number, cells: Cells, locked: Array<number>, past: Change[], ahead: Change[], seconds: number, hinted: boolean, };

/**
 * What a board can be made into.
 */
export type Exported = "svg" | "png" | "board" | "grid" | "line" | "link" | "puzzle";

/**
 * A board to be made into something.
 */
export type ExportRequest = { puzzle: string, cells: Cells, as: Exported, };

/**
 * A run that is wished for.
 */
export type RunRequest = { puzzle: string, algorithm: string, parameters: Record<string, unknown>, seed: string | null, work: string | null, time_s: number | null, target: number | null, threads: number, 
/**
 * A whole valid board to go on from.
 */
from: Cells | null, 
/**
 * What lies here becomes clues.
 */
keep: Cells | null, };

/**
 * How a run is.
 */
export type RunState = "queued" | "running" | "finished" | "stopped" | "interrupted" | "failed";

/**
 * What a list says of a run.
 */
export type RunSummary = { id: string, puzzle: string, key: string, algorithm: string, seed: string, threads: number, state: RunState, score: number, joins: number, work: string, elapsed_s: number, 
/**
 * Seconds since 1970.
 */
created: number, 
/**
 * At most 40 scores, evenly spaced over its time.
 */
spark: Array<number>, };

/**
 * A part of a run's work.
 */
export type Phase = { name: string, work: string, elapsed_s: number, };

/**
 * The newest sign of life.
 */
export type Live = { work: string, elapsed_s: number, gauges: Array<[string, number]>, };

/**
 * Everything about a run but its boards.
 */
export type RunDetail = { summary: RunSummary, request: RunRequest, puzzle: PuzzleView, 
/**
 * All parameters, and the defaults.
 */
parameters: Record<string, unknown>, defaults: Record<string, unknown>, points: Point[], phases: Array<Phase>, live: Live | null, 
/**
 * The best score of any run on this puzzle.
 */
best_here: number, 
/**
 * The published record, where there is one.
 */
record: number | null, 
/**
 * solved, exhausted or stopped.
 */
conclusion: string | null, signature: string | null, 
/**
 * Why it failed.
 */
trouble: string | null, command: string, plan: string, };

/**
 * A best board, judged.
 */
export type BoardAnswer = { index: number, score: number, cells: Cells, breaks: Array<[number, number]>, };

/**
 * The board a search is at, judged.
 */
export type PresentView = { score: number, cells: Cells, breaks: Array<[number, number]>, work: string, };

/**
 * What is new of a run that is watched.
 */
export type RunNews = { id: string, 
/**
 * Points from this index on take the place of those known.
 */
from: number, points: Point[], phase: string | null, live: Live | null, 
/**
 * The newest best board, if it is newer than the last one sent.
 */
board: BoardAnswer | null, 
/**
 * The present board while slow motion is on.
 */
present: PresentView | null, state: RunState, conclusion: string | null, signature: string | null, trouble: string | null, };

/**
 * What is new.
 */
export type News = { 
/**
 * Runs whose summary changed.
 */
runs: Array<RunSummary>, 
/**
 * Runs that were removed.
 */
gone: Array<string>, watched: Array<RunNews>, 
/**
 * Where the next stream or request goes on.
 */
cursor: string, };

/**
 * Slow motion: a present board about every so many steps, and a pause after each. No steps: off.
 */
export type WatchRequest = { steps: number, pause_ms: number, };
