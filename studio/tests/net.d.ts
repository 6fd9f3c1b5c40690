// More of Node, for tests that talk to the server below HTTP.

declare module "node:net" {
  export interface Socket {
    on(event: "data", listener: (chunk: Uint8Array) => void): void;
    on(event: "close", listener: () => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    write(text: string): void;
    setTimeout(ms: number, then: () => void): void;
    destroy(): void;
  }
  export function connect(port: number, host: string): Socket;
}

declare module "node:fs" {
  export function statSync(path: string): { mode: number; isFile(): boolean };
}

declare module "node:os" {
  export function networkInterfaces(): Record<string, { address: string; family: string; internal: boolean }[] | undefined>;
}
