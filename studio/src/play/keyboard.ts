// The keys of the play screen.

export type Act = () => void;

/** Keys and what they do, for the list under `?`. */
export const KEYS: [string, string][] = [
  ["Arrows", "Move over the board or the tray"],
  ["T", "From the board to the tray and back"],
  ["Enter", "Choose a piece or a cell; lay the chosen piece"],
  ["Delete", "Take a piece back to the tray"],
  ["R, Shift-R", "Turn right, turn left"],
  ["L", "Lock or unlock a piece"],
  ["Ctrl-Z, Ctrl-Y", "Undo, redo"],
  ["H", "Hint (the time no longer counts)"],
  ["P", "Pause"],
  ["F", "Show what fits"],
  ["C", "Show clues"],
  ["N", "Show numbers"],
  ["#", "Show coordinates"],
  ["Esc", "Choose nothing"],
];

/** The name of a key with its modifiers: "Ctrl-z", "R" for Shift-R, "r". */
function nameOf(event: KeyboardEvent): string {
  const { key, shiftKey } = event;
  const letter = shiftKey ? key.toUpperCase() : key.toLowerCase();
  const bare = key.length === 1 ? letter : key;
  return event.ctrlKey || event.metaKey ? `Ctrl-${bare}` : bare;
}

function types(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select");
}

/** Listens for keys anywhere on the page until the answer is called. */
export function listen(acts: Record<string, Act>): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented || types(event.target) || document.querySelector("dialog[open]")) return;
    const act = acts[nameOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [0, -Infinity], End: [0, Infinity], PageUp: [-Infinity, 0], PageDown: [Infinity, 0],
};

/** Where a key takes the cursor, or null if it is not such a key. */
export function moved(event: KeyboardEvent, cell: number, width: number, height: number): number | null {
  const by = MOVES[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return null;
  const row = Math.max(0, Math.min(height - 1, Math.floor(cell / width) + by[0]));
  const column = Math.max(0, Math.min(width - 1, (cell % width) + by[1]));
  return row * width + column;
}
