import { isJson } from '../discord/json.ts';
import type { WorldView } from './protocol.ts';

const patienceMs = 900;

export type BotHealth = Pick<WorldView, 'stream' | 'snapshot' | 'outbox'>;

export const unknownHealth: BotHealth = { stream: null, snapshot: null, outbox: null };

/** The bot's own `GET /health`. Everything is null if it does not answer. */
export async function askBotHealth(url: string): Promise<BotHealth> {
  let answer: unknown;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    answer = await response.json();
  } catch {
    return unknownHealth; // The bot is starting or gone, and the page shows it as unknown.
  }
  if (!isJson(answer)) return unknownHealth;
  const { stream, snapshot, queue } = answer;
  return {
    stream: isJson(stream)
      ? { state: String(stream.state), since: Number(stream.since), lastEventAt: numberOrNull(stream.lastEventAt) }
      : null,
    snapshot: isJson(snapshot)
      ? {
          takenAt: numberOrNull(snapshot.takenAt),
          records: Number(snapshot.records),
          nextAt: numberOrNull(snapshot.nextAt),
        }
      : null,
    outbox: numberOrNull(queue),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
