// The server's addresses as functions.

import type * as W from "./wire";

/** What the server said no to, in its own words. */
export class Refused extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

async function answer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = (await response.text()).trim();
  throw new Refused(response.status, said || `the server answered ${response.status}`);
}

async function get<T>(path: string): Promise<T> {
  return (await answer(await fetch(path))).json() as Promise<T>;
}

async function send(path: string, body: unknown, keepalive = false): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body), keepalive }));
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await send(path, body)).json() as Promise<T>;
}

const part = encodeURIComponent;

function wanted(watch: string[], cursor: string): string {
  return `watch=${part(watch.join(","))}&cursor=${part(cursor)}`;
}

export const api = {
  about: () => get<W.About>("/api/about"),
  algorithms: () => get<W.AlgorithmInfo[]>("/api/algorithms"),
  puzzles: () => get<W.PuzzleSummary[]>("/api/puzzles"),
  puzzle: (key: string) => get<W.PuzzleView>(`/api/puzzles/${part(key)}`),
  /** The address of a small picture of its pieces. */
  picture: (key: string) => `/api/puzzles/${part(key)}/picture`,
  keep: (request: W.KeepRequest) => post<W.PuzzleSummary>("/api/puzzles", request),
  removePuzzle: (key: string) => send(`/api/puzzles/${part(key)}/remove`, {}),
  read: (request: W.ReadRequest) => post<W.ReadAnswer>("/api/read", request),
  make: (request: W.MakeRequest) => post<W.MakeAnswer>("/api/generate", request),
  unique: (text: string) => post<W.UniqueAnswer>("/api/unique", { text }),
  judge: (request: W.BoardRequest) => post<W.JudgeAnswer>("/api/judge", request),
  fits: (request: W.FitsRequest) => post<W.FitsAnswer>("/api/fits", request),
  hint: (request: W.BoardRequest) => post<W.HintAnswer>("/api/hint", request),
  played: (key: string) => get<W.PlayState | null>(`/api/play/${part(key)}`),
  play: (key: string, state: W.PlayState, last = false) => send(`/api/play/${part(key)}`, state, last),
  export: async (request: W.ExportRequest) => (await send("/api/export", request)).blob(),
  runs: () => get<W.RunSummary[]>("/api/runs"),
  run: (id: string) => get<W.RunDetail>(`/api/runs/${part(id)}`),
  board: (id: string, index: number) => get<W.BoardAnswer>(`/api/runs/${part(id)}/boards/${index}`),
  logAddress: (id: string) => `/api/runs/${part(id)}/log`,
  start: (request: W.RunRequest) => post<W.RunSummary>("/api/runs", request),
  stop: (id: string) => send(`/api/runs/${part(id)}/stop`, {}),
  removeRun: (id: string) => send(`/api/runs/${part(id)}/remove`, {}),
  watch: (id: string, request: W.WatchRequest) => send(`/api/runs/${part(id)}/watch`, request),
  /** What is new, once; for tabs that have no stream. */
  news: (watch: string[], cursor: string) => get<W.News>(`/api/news?${wanted(watch, cursor)}`),
  /** The address of the stream of News; each message's id is its cursor. */
  eventsAddress: (watch: string[], cursor: string) => `/api/events?${wanted(watch, cursor)}`,
};
