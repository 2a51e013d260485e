import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { BotProcess } from '../../sandbox/bot.ts';

/** Node flag that opens a process's inspector on loopback, at any free port. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;
/** As `INSPECTED`, but the process runs nothing before `Runtime.runIfWaitingForDebugger`. */
export const INSPECTED_BEFORE_IT_RUNS = { NODE_OPTIONS: '--inspect-wait=127.0.0.1:0' } as const;

export interface InspectorMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** A session with the main thread of a process that was started with `INSPECTED`; it changes nothing in the process. */
export class Inspector {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(bot: BotProcess): Promise<Inspector> {
    const socket = new WebSocket(await inspectorUrl(bot));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Inspector(socket);
  }

  /**
   * @returns the `result` of the answer
   * @throws Error with the inspector's message
   */
  ask<Result>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    const id = ++this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const stopListening = this.listen((message) => {
      if (message.id !== id) return;
      stopListening();
      if (message.error) reject(new Error(`${method}: ${message.error.message}`));
      else resolve(message.result as Result);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  /** @returns a function that removes the listener */
  listen(listener: (message: InspectorMessage) => void): () => void {
    const onMessage = (data: Buffer) => listener(JSON.parse(data.toString()));
    this.#socket.on('message', onMessage);
    return () => this.#socket.off('message', onMessage);
  }

  /** @returns the bytes that are still referenced, after enough collections to free everything else */
  async heldBytes(): Promise<number> {
    for (let round = 0; round < 3; round += 1) {
      await this.ask('HeapProfiler.collectGarbage');
      await wait(50);
    }
    const usage = await this.ask<{ usedSize: number; backingStorageSize: number }>('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize;
  }

  close(): void {
    this.#socket.close();
  }
}

/** Node prints the address before it runs the process's own code. */
async function inspectorUrl(bot: BotProcess): Promise<string> {
  for (;;) {
    const url = /ws:\/\/127\.0\.0\.1:\S+/.exec(bot.log())?.[0];
    if (url !== undefined) return url;
    if (bot.process.exitCode !== null) throw new Error(`the process has no inspector:\n${bot.log()}`);
    await new Promise((resolve) => bot.process.stderr?.once('data', resolve) ?? resolve(undefined));
  }
}
