// Seconds of play: they pass while the page is seen, the puzzle is unsolved and nobody pauses.

export class Clock {
  paused = false;
  solved = false;
  private since: number | null = null;
  private timer = 0;
  private readonly look = () => this.update();

  constructor(private spent: number, private readonly told: () => void) {
    document.addEventListener("visibilitychange", this.look);
    this.update();
  }

  get seconds(): number {
    return this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  /** Takes up a change of paused, solved or what is seen. */
  update(): void {
    this.spent = this.seconds;
    this.since = this.paused || this.solved || document.hidden ? null : performance.now();
    clearInterval(this.timer);
    if (this.since !== null) this.timer = setInterval(this.told, 1000);
    this.told();
  }

  restart(): void {
    this.spent = 0;
    this.since = null;
    this.update();
  }

  close(): void {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }
}

/** Hours, minutes and seconds, as clocks write them. */
export function clockFace(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** The same to be read aloud. */
export function clockWords(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "hour"], [Math.floor(whole / 60) % 60, "minute"], [whole % 60, "second"],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return told.join(" ") || "no time";
}
