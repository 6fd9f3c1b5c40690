// The few things of Node that the tests use, so that its types need not be installed.

declare namespace NodeJS {
  type Signals = "SIGINT" | "SIGTERM" | "SIGKILL";
}

declare module "node:child_process" {
  interface Stream {
    on(event: "data", listener: (chunk: Uint8Array) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    setEncoding(encoding: "utf8"): void;
    end(text?: string): void;
  }
  export interface ChildProcess {
    stdin: Stream;
    stdout: Stream;
    stderr: Stream;
    pid?: number;
    exitCode: number | null;
    signalCode: string | null;
    kill(signal?: NodeJS.Signals): boolean;
    on(event: "exit" | "close", listener: (code: number | null, signal: string | null) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
  }
  interface Options {
    cwd?: string;
    env?: Record<string, string | undefined>;
    stdio?: string | string[];
    encoding?: "utf8";
    input?: string;
    maxBuffer?: number;
  }
  export function spawn(command: string, args: string[], options?: Options): ChildProcess;
}

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function mkdtempSync(prefix: string): string;
  export function mkdirSync(path: string, options?: { recursive?: boolean }): void;
  export function rmSync(path: string, options?: { recursive?: boolean; force?: boolean }): void;
  export function readdirSync(path: string, options?: { recursive?: boolean }): string[];
  export function readFileSync(path: string): Uint8Array;
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function writeFileSync(path: string, data: string | Uint8Array): void;
  export function appendFileSync(path: string, data: string): void;
}

declare module "node:http" {
  export interface IncomingMessage {
    url?: string;
    method?: string;
    headers: Record<string, string | undefined>;
  }
  export interface ServerResponse {
    writeHead(status: number, headers?: Record<string, string>): void;
    end(body?: string): void;
  }
  export interface Server {
    listen(port: number, host: string, then: () => void): void;
    address(): { port: number };
    close(then?: () => void): void;
  }
  export function createServer(handler: (request: IncomingMessage, response: ServerResponse) => void): Server;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
  export function basename(path: string): string;
}

declare module "node:zlib" {
  export function gzipSync(data: Uint8Array): Uint8Array;
}

declare const process: {
  env: Record<string, string | undefined>;
  kill(pid: number, signal?: NodeJS.Signals): boolean;
};
declare const Buffer: { from(data: string | Uint8Array): import("buffer").Buffer };
declare module "buffer" {
  export interface Buffer extends Uint8Array {
    toString(encoding?: string): string;
  }
}
