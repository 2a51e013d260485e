import type { Begun, FromPage, FromServer, Json, PageRequest, ShopView } from '../protocol.ts';
import type { Choice } from './command-lines.ts';

/** The server's answer to each kind of request. */
interface Answers {
  readonly commands: readonly Json[];
  readonly suggest: readonly Choice[];
  readonly run: Begun;
  readonly press: Begun;
  readonly select: Begun;
  readonly submit: Begun;
  readonly shops: readonly ShopView[];
  readonly world: string;
}

export type Push = Extract<FromServer, { push: string }>;

export interface Connection {
  /** Rejects with Discord's sentence, or "Not connected". */
  ask<A extends PageRequest>(what: A): Promise<Answers[A['kind']]>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5_000;

/** Connects to the server at `url`, and reconnects while the page is open. */
export function connect(url: string, on: { push(push: Push): void; online(isOnline: boolean): void }): Connection {
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | null = null;
  let lastAsk = 0;
  let waitMs = FIRST_WAIT_MS;

  function receive(data: unknown): void {
    const message = JSON.parse(String(data)) as FromServer;
    if ('push' in message) {
      on.push(message);
      return;
    }
    const asked = waiting.get(message.answer);
    waiting.delete(message.answer);
    if (message.ok) asked?.resolve(message.value);
    else asked?.reject(new Error(message.error));
  }

  function lose(): void {
    socket = null;
    on.online(false);
    for (const asked of waiting.values()) asked.reject(new Error('The connection was lost. Please try again.'));
    waiting.clear();
    setTimeout(open, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  function open(): void {
    const opening = new WebSocket(url);
    opening.addEventListener('open', () => {
      socket = opening;
      waitMs = FIRST_WAIT_MS;
      on.online(true);
    });
    opening.addEventListener('message', (event) => receive(event.data));
    opening.addEventListener('close', lose);
  }

  open();
  return {
    ask: <A extends PageRequest>(what: A) =>
      new Promise<Answers[A['kind']]>((resolve, reject) => {
        if (!socket) return reject(new Error('Not connected. Trying again…'));
        lastAsk += 1;
        waiting.set(lastAsk, { resolve: (value) => resolve(value as Answers[A['kind']]), reject });
        socket.send(JSON.stringify({ ask: lastAsk, what } satisfies FromPage));
      }),
  };
}

/** The sentence of a rejected answer. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
