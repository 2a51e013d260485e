import { test } from 'vitest';
import { startWithBacklog } from '../../backlog.ts';
import { expectEndInTime } from './measure-end.ts';

/** Stands on: the real bot in a process of its own, over sockets to a Discord that answers no message; real time. */

test('fault 60: SIGTERM with a backlog and a request in flight ends the bot with 0 within five seconds', async () => {
  const { bot, nextStartSendsAll } = await startWithBacklog();
  await expectEndInTime(bot);
  await nextStartSendsAll();
});
