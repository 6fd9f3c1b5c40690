// The colours of the command line's pictures (crates/marquetry/src/draw/palette.rs).

/** The width of a cell in the coordinates of motifs and marks. */
export const UNIT = 60;

export const SEAM = "#1f1813";
export const TRAY = "#332a23";
export const PAPER = "#fbf8f1";
export const BREAK = "#e0182d";
export const CLUE = "#ffc83d";
/** Only the page has these marks. */
export const FITS = "#5fd3a6";
export const CURSOR = "#4cc2ff";
export const DIFFERS = "#ff8ad8";
