import { setTimeout as wait } from 'node:timers/promises';
import { replayEvent } from '../economy/past-event.ts';
import type { DemoWorld } from './demo-world.ts';

/** Small enough that the bot answers users in between. */
const burst = 250;
const pollEveryMs = 50;
/** Time after which a burst that the bot has not counted was lost with a connection. */
const patienceMs = 2_000;

/**
 * Sends the market's past to the bot, in order, over the stream. Resolves when the bot has read all.
 * @throws the reason of `stop`
 */
export async function replayPast(
  { economy, past, service, healthUrl }: Pick<DemoWorld, 'economy' | 'past' | 'service' | 'healthUrl'>,
  stop: AbortSignal,
): Promise<void> {
  async function until(isSo: (health: Health | null) => boolean, withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const lateAt = Date.now() + withinMs;
    while (!isSo(await askHealth(healthUrl)) && Date.now() < lateAt) {
      await wait(pollEveryMs, undefined, { signal: stop });
    }
  }

  await until((health) => service.connections.size > 0 && health?.well === true);
  for (let sent = 0; sent < past.length; sent += burst) {
    const events = past.slice(sent, sent + burst);
    for (const event of events) replayEvent(economy, event);
    await until((health) => countedEvents(health) >= sent + events.length, patienceMs);
  }
}

interface Health {
  readonly well: boolean;
  readonly stream: { readonly counted: Readonly<Record<string, number>> };
}

/** The bot's own health report, or null while it does not answer. */
async function askHealth(url: string): Promise<Health | null> {
  try {
    return (await (await fetch(url)).json()) as Health;
  } catch {
    return null; // It does not listen yet.
  }
}

function countedEvents(health: Health | null): number {
  const { auction = 0, purchase = 0, sale = 0 } = health?.stream.counted ?? {};
  return auction + purchase + sale;
}
