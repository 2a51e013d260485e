import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { newNonce } from '../../../../src/delivery/seal.ts';
import { openDatabase } from '../../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { channel, entry } from './samples.ts';

// Records, seals and settles in a loop until it is killed. Each line prints the writes confirmed since the last.
const [path = '', first = '0'] = process.argv.slice(2);
const journal = openJournal(openDatabase(path, recordingLog()), Date.now, recordingLog());
const RECORDERS = 400;
let nextAt = Number(first);
let promised = { recorded: [] as number[], sealed: [] as string[] };

async function recordOn(): Promise<void> {
  for (;;) {
    const at = nextAt++;
    await journal.record(entry(at, channel, [`f${at}`]));
    promised.recorded.push(at);
  }
}

async function sealOn(): Promise<void> {
  for (;;) {
    const notices = await journal.waiting(channel, Number.MAX_SAFE_INTEGER, 3);
    if (notices.length > 0) {
      const body = JSON.stringify(notices.map((notice) => notice.id));
      const sealed = await journal.seal({
        target: channel,
        nonce: newNonce(),
        body,
        notices,
        dropped: [],
        at: 1,
      });
      promised.sealed.push(sealed.nonce);
      if (sealed.id % 2 === 0) await journal.settle(sealed.id, { kind: 'delivered', messageId: '1', at: 2 });
    }
    await setImmediate();
  }
}

async function reportOn(): Promise<void> {
  for (;;) {
    if (promised.recorded.length > 0) writeSync(1, `${JSON.stringify(promised)}\n`);
    promised = { recorded: [], sealed: [] };
    await setImmediate();
  }
}

await Promise.all([...Array.from({ length: RECORDERS }, recordOn), sealOn(), reportOn()]);
