import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { BotProcess } from '../../sandbox/bot.ts';

/** What makes a bot's process open its inspector, on loopback and any free port. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

/** Reads the heap of a process that was started with `INSPECTED`, through its inspector: nothing is changed in it. */
export async function inspect(bot: BotProcess) {
  const url = /ws:\/\/127\.0\.0\.1:\S+/.exec(bot.log())?.[0];
  if (url === undefined) throw new Error('the process has no inspector');
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;

  function ask(method: string): Promise<Record<string, number>> {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers<Record<string, number>>();
    const hear = (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as { id: number; result: Record<string, number> };
      if (answer.id !== id) return;
      socket.off('message', hear);
      resolve(answer.result);
    };
    socket.on('message', hear);
    socket.send(JSON.stringify({ id, method }));
    return promise;
  }

  return {
    /** Bytes that something still holds, after collections that leave nothing else. */
    async heldBytes(): Promise<number> {
      for (let round = 0; round < 3; round += 1) {
        await ask('HeapProfiler.collectGarbage');
        await wait(50);
      }
      const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
      return usedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
