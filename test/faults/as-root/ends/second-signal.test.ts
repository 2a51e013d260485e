import { expect, test } from 'vitest';
import { startWithBacklog, stopTwice } from '../../backlog.ts';

/** Stands on: the real bot in a process of its own, over sockets to a Discord that answers no message; real time. */

/** Limits the time from a second signal to the end. After a single one the request in flight gets 2.5 s. */
const AT_ONCE_MS = 2_000;

test('fault 61: a second SIGTERM ends the bot at once, with a backlog and a request in flight', async () => {
  const { bot, nextStartSendsAll } = await startWithBacklog();
  const { code, durationMs } = await stopTwice(bot);
  expect(code).toBe(0);
  expect(durationMs).toBeLessThan(AT_ONCE_MS);
  await nextStartSendsAll();
});
