import { DefaultRestOptions, type ResponseLike } from 'discord.js';
import type { RunningTime } from './running-time.ts';
import type { SimulatedTime } from './simulated-time.ts';

const NEVER = new AbortController().signal;

/**
 * Puts the line to a Discord in simulated time: until the function that it gives is called, requests of every new REST
 * client of this process take so long there and back, in that time. discord.js paces itself in real time, by the headers of
 * the answers and by a count of its own: both are taken away, so that what keeps the limits is delivery alone.
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
