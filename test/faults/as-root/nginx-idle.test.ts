import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { runStream } from '../../service/run-stream.ts';
import { proxyTo, startNginx } from './nginx.ts';

/** Stands on: a real nginx before the simulated service, real sockets, real time. */

const READ_TIMEOUT_S = 13;

test('fault 17: a stream with its pings outlives nginx’s idle timeout of 13 s three times', async () => {
  const simulated = await startService({ economy: createEconomy({ seed: 7, shops: 5 }), pingEveryMs: 3_600_000 });
  onTestFinished(() => simulated.close());
  const nginx = await startNginx(proxyTo(simulated.url, `proxy_read_timeout ${READ_TIMEOUT_S}s;`));
  const { reasons, stream } = runStream({ clock: systemClock, simulated }, { url: nginx.url });
  const without = new WebSocket(`${nginx.url.replace('http', 'ws')}/economy/v1/ws`, { headers: { 'user-agent': 'x' } });
  await once(without, 'message');
  // A connection without pings is cut.
  await once(without, 'close');
  await wait(READ_TIMEOUT_S * 2_000);
  expect(reasons()).toEqual(['start', 'up']);
  expect(stream.status()).toMatchObject({ state: 'live', counted: { hello: 1 } });
});
