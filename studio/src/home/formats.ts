// The formats that are read, in words.

const WORDS: Record<string, string> = {
  MarquetryPuzzle: "our own puzzle file",
  MarquetryBoard: "our own board file",
  Pieces: "a list of pieces",
  Hints: "a list of clues",
  BucasLink: "a link to e2.bucas.name",
  DevLink: "a link to eternity2.dev",
  PuzzleJson: "a puzzle of eternity2.dev",
  BoardDoc: "a board of eternity2.dev",
  EiiPuzzles: "a puzzle of eii-puzzles",
  AnnotatedJson: "a puzzle as JSON",
  BinaryCsv: "a table of binary words",
  Grid: "a grid of pieces and turns",
  Puz: "a .puz file",
  Sol: "a .sol file",
  Quads: "quads of the Eternity II Editor",
  MetaSolution: "a META 2010 solution",
  BoardLine: "a board line",
};

/** What to call a format. */
export function formatInWords(format: string): string {
  return WORDS[format] ?? format;
}
