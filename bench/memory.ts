import process from 'node:process';
import { runCommands } from './memory/commands.ts';
import { heldBytes } from './memory/garbage.ts';
import { deliverMessages } from './memory/messages.ts';
import { reconnectStream } from './memory/reconnects.ts';
import { refreshSnapshots } from './memory/refreshes.ts';

/**
 * Measures memory growth by repeated work: `node bench/memory.ts [rounds]`. Each round is 10 refreshes of 20,000 shops,
 * 200 reconnects of the stream, 500 messages in as many channels, and 100 commands to the real bot. It prints the
 * growth per operation, averaged over all rounds after the first; more rounds should lower it.
 */
const jobs = Number(process.argv[2] ?? 5);
const SHOPS = 20_000;

interface Work {
  readonly times: number;
  readonly act: () => Promise<void>;
  readonly held: () => Promise<number>;
}

async function weigh(name: string, { times, act, held }: Work): Promise<void> {
  await act();
  const first = await held();
  const left: string[] = [];
  for (let round = 1; round <= jobs; round += 1) {
    await act();
    left.push((((await held()) - first) / (times * round)).toFixed(0));
  }
  process.stdout.write(
    `${name}: ${(first / 1e6).toFixed(1)} MB of heap after the first ${times}; ` +
      `growth per further one ${left.join(', ')} bytes\n`,
  );
}

const refreshes = await refreshSnapshots(SHOPS);
await weigh('refreshes', {
  times: 10,
  held: heldBytes,
  async act() {
    for (let at = 0; at < 10; at += 1) await refreshes.refresh();
  },
});
await refreshes.close();

const stream = await reconnectStream();
await weigh('reconnects', { times: 200, held: heldBytes, act: () => stream.reconnect(200) });
await stream.close();

const delivery = await deliverMessages();
await weigh('messages', { times: 500, held: heldBytes, act: () => delivery.notify(500) });
await delivery.close();

const bot = await runCommands();
await weigh('commands', { times: 100, held: bot.heldBytes, act: () => bot.ask(100) });
await bot.close();
process.exit(0);
