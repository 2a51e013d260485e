import { onTestFinished } from 'vitest';
import type { MarketEvent } from '../../src/market/change.ts';
import type { HttpProxy } from '../../src/proxy/proxy.ts';
import { Routes } from '../../src/service/routes.ts';
import { Stream } from '../../src/service/stream/stream.ts';
import type { Clock } from '../../src/time/clock.ts';
import { collectLogLines } from './log-lines.ts';
import { createMemoryCheckpoints } from './memory-checkpoints.ts';

/** The clock, which may be the system's, and the service that the stream connects to. */
interface RunOn {
  readonly clock: Clock;
  readonly simulated: { readonly url: string };
}

/** Runs the stream alone until the test ends, against the simulated service or a proxy in front of it (`url`). */
export function runStream(
  { clock, simulated }: RunOn,
  {
    url = simulated.url,
    proxy = null as HttpProxy | null,
    checkpoints = createMemoryCheckpoints(),
    written = async () => true,
    onEvent = (_event: MarketEvent) => {},
  } = {},
) {
  const { log, lines, facts, errors } = collectLogLines();
  const events: MarketEvent[] = [];
  const turns: { readonly at: number; readonly reason: string }[] = [];
  let opened = 0;
  const stream = new Stream({
    recorder: {
      frame: () => undefined,
      streamOpened: () => {
        opened += 1;
      },
      streamEnded: () => undefined,
      shopsAnswered: () => undefined,
      beginSnapshot: () => null,
    },
    routes: new Routes(url, { shops: 'shops', paintings: 'paintings' }),
    proxy,
    userAgent: 'Crier/test',
    clock,
    log,
    checkpoints,
    chance: () => 0.999,
    onEvent: (event) => {
      events.push(event);
      onEvent(event);
    },
    onPainting: () => undefined,
    onDown: (at, reason) => void turns.push({ at, reason }),
    onUp: (at) => void turns.push({ at, reason: 'up' }),
    written,
  });
  const end = new AbortController();
  const run = stream.run(end.signal);
  const stop = () => {
    end.abort();
    return run;
  };
  onTestFinished(stop);
  const reasons = () => turns.map(({ reason }) => reason);
  return { stream, lines, facts, errors, checkpoints, events, turns, reasons, opened: () => opened, stop };
}
