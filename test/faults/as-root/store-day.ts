import { writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import { canOperatorFix } from '../../../src/faults/operator-fault.ts';
import { formatFault } from '../../../src/format-fault.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { entry } from '../../storage/sqlite/journal/samples.ts';
import { feed, watch } from '../../storage/sqlite/samples.ts';

/**
 * Lives a day of the store as the bot does: users save and remove, events are delivered, a list of shops is saved, and
 * the store is reopened once. After each step it prints the resulting fact: `saved watch w1`, `recorded 5`, `sent
 * <nonce> 5`. Failures are skipped, as the bot does, and a store that cannot be opened exits with 1 and a message.
 */
const [url = ''] = process.argv.slice(2);
const located = locateStore(url);
if (!located.ok) throw new Error(located.why);
const { location } = located;
const log = recordingLog();
const say = (line: string) => void writeSync(1, `${line}\n`);

/** Prints the fact if the work succeeds. */
async function attempt(work: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work();
    say(done);
    return true;
  } catch {
    say(`failed ${done}`);
    return false;
  }
}

async function morning(from: number): Promise<void> {
  const ports = await openSqlitePorts(await openStore(location, log), location.stem, { clock: systemClock, log });
  const { settings, journal } = ports;
  const term = await ports.leadership.lead(new AbortController().signal);
  if (term === null) throw new Error('another leads');
  await attempt(() => settings.putFeed({ ...feed, id: `f${from}` }), `saved feed f${from}`);
  for (const id of [from, from + 1, from + 2])
    await attempt(() => settings.putWatch({ ...watch, id: `w${id}` }), `saved watch w${id}`);
  await attempt(() => settings.removeWatch(`w${from + 1}`), `removed watch w${from + 1}`);
  for (const at of [from, from + 1, from + 2])
    await attempt(() => term.writer.record({ ...entry(at), checkpoint: { name: 'x', at } }), `recorded ${at}`);
  const target = { kind: 'channel', id: '200' } as const;
  // Sealed before it is sent, and settled after.
  await sendNext(from);
  await attempt(() => saveShops(from), `shops ${from}`);
  await attempt(() => ports.paused.pause({ target, code: 50_013, at: from }), `paused ${from}`);
  await attempt(() => ports.paused.resume(target), `unpaused ${from}`);
  await attempt(() => ports.addresses.keep('400', `5${from}`), `address 5${from}`);
  await ports.close();

  async function sendNext(number: number): Promise<void> {
    try {
      const [waiting] = await journal.waiting(target, Number.MAX_SAFE_INTEGER, 1);
      if (waiting === undefined) return;
      const nonce = `nonce-${number}-${waiting.id}`;
      const { id } = await journal.seal({ target, nonce, body: '{}', notices: [waiting], dropped: [], at: number });
      const at = waiting.cause.kind === 'change' ? waiting.cause.change.at : 0;
      say(`sent ${nonce} ${at}`);
      await attempt(() => journal.settle(id, { kind: 'delivered', messageId: '1', at: number }), `settled ${nonce}`);
    } catch {
      say('failed send');
    }
  }

  async function saveShops(takenAt: number): Promise<void> {
    const unfinished = term?.snapshots.begin();
    await unfinished?.write(Buffer.alloc(10_000, 'x'));
    await unfinished?.finish(takenAt);
  }
}

try {
  await morning(10);
  await morning(20);
  // Gives a later retry its time.
  await wait(1);
} catch (error) {
  if (!canOperatorFix(error)) throw error;
  say(`refused ${formatFault(error)}`);
  process.exitCode = 1;
}
