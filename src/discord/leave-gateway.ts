import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { yieldToEventLoop } from '../time/cooperate.ts';

/** A WebSocket's `readyState`. */
const CONNECTING = 0;

/**
 * Closes a client for good. discord.js alone lets go of a connection that is only being made: nobody closes it, and when it fails
 * nobody hears its error, which would end the process; and a shard that waits for READY, or to connect anew, connects again
 * half a second after its client was destroyed, and stays. Resolves when all are closed.
 */
export async function leaveGateway(client: Client): Promise<void> {
  const shards = shardsOf(client);
  for (const shard of shards) keepAway(shard);
  const sockets = shards.map((shard) => at(shard, 'connection')).filter(isSocket);
  for (const socket of sockets) socket.on('error', () => undefined);
  const destroyed = client.destroy();
  await yieldToEventLoop();
  for (const socket of sockets) if (socket.readyState === CONNECTING) socket.terminate();
  await destroyed;
}

/** From now on a shard connects no more. */
function keepAway(shard: object): void {
  Reflect.set(shard, 'internalConnect', async () => undefined);
  // What it waits for would be aborted by its own end, and end it a second time, upon which the first never ended.
  const waits = at(shard, 'timeoutAbortControllers');
  if (waits instanceof Map) waits.clear();
}

interface Socket extends EventEmitter {
  readonly readyState: number;
  terminate(): void;
}

/** The shards of a client, which discord.js keeps to itself. */
function shardsOf(client: Client): readonly object[] {
  const shards = at(at(at(client.ws, '_ws'), 'strategy'), 'shards');
  return shards instanceof Map ? [...shards.values()] : [];
}

function at(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function isSocket(value: unknown): value is Socket {
  return value instanceof EventEmitter && 'terminate' in value;
}
