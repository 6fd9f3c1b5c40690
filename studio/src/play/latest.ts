// Questions to the server of which only the newest matters.

/** One question is under way at a time; what is asked meanwhile waits, and only its newest is sent. */
export class Latest<Q, A> {
  private busy = false;
  private next: { question: Q } | null = null;
  private closed = false;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly told: (answer: A, question: Q) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  put(question: Q): void {
    this.next = { question };
    if (!this.busy) void this.run();
  }

  /** Nothing is wanted any more. */
  drop(): void {
    this.next = null;
  }

  close(): void {
    this.closed = true;
    this.next = null;
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.next) {
      const { question } = this.next;
      this.next = null;
      try {
        const answer = await this.ask(question);
        if (!this.next && !this.closed) this.told(answer, question);
      } catch (error) {
        if (!this.next && !this.closed) this.failed(error);
      }
    }
    this.busy = false;
  }
}
