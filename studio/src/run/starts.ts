// Starting runs, one or several.

import { Refused, api } from "../api";
import type { RunRequest, RunSummary } from "../wire";

/** A seed for several runs that are to have seeds one after the other. */
function drawn(): bigint {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(high & 0x7fff) << 32n) | BigInt(low);
}

function seedOf(text: string): bigint | null {
  return /^\d+$/.test(text) ? BigInt(text) : null;
}

/** Starts `count` runs with seeds one after the other; a refusal says how many were started before. */
export async function startAll(request: RunRequest, count: number): Promise<RunSummary[]> {
  if (count === 1) return [await api.start(request)];
  const first = request.seed === null ? drawn() : seedOf(request.seed);
  if (first === null) return [await api.start(request)];
  const started: RunSummary[] = [];
  for (let i = 0; i < count; i++) {
    try {
      started.push(await api.start({ ...request, seed: String(first + BigInt(i)) }));
    } catch (error) {
      if (!started.length || !(error instanceof Refused)) throw error;
      throw new Refused(error.status, `${started.length} of ${count} runs were started, then: ${error.message}`);
    }
  }
  return started;
}
