import { DefaultRestOptions, type ResponseLike } from 'discord.js';
import type { RunningTime } from './running-time.ts';
import type { SimulatedTime } from './simulated-time.ts';

const NEVER = new AbortController().signal;

/**
 * Simulates the network to Discord: until its result is called, requests of every new REST client of this process take
 * a simulated time there and back. discord.js throttles itself in real time, by the headers of the answers and by its
 * own count. Both are disabled, so that only delivery keeps the limits.
 */
export function simulateLine(time: SimulatedTime | RunningTime, latencyMs: () => number): () => void {
  const { makeRequest: send, globalRequestsPerSecond } = DefaultRestOptions;
  async function makeRequest(...request: Parameters<typeof send>): Promise<ResponseLike> {
    const [there, back] = [latencyMs() / 2, latencyMs() / 2];
    await time.sleep(there, NEVER);
    const answer = await time.during(send(...request).then(withoutLimits));
    await time.sleep(back, NEVER);
    return answer;
  }
  Object.assign(DefaultRestOptions, { makeRequest, globalRequestsPerSecond: Number.MAX_SAFE_INTEGER });
  return () => Object.assign(DefaultRestOptions, { makeRequest: send, globalRequestsPerSecond });
}

async function withoutLimits(answer: ResponseLike): Promise<ResponseLike> {
  const kept = [...answer.headers].filter(([name]) => answer.status === 429 || !name.startsWith('x-ratelimit'));
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: kept });
}
