import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { yieldToEventLoop } from '../../time/cooperate.ts';

/** A WebSocket's `readyState`. */
const CONNECTING = 0;

/**
 * Closes a client for good. `destroy` of discord.js alone leaves these behind:
 * - a WebSocket that is still connecting: nobody closes it, and its unheard error would end the process
 * - a shard that waits for READY or for its next connection: it connects again half a second later
 * - a shard that begins only when /gateway/bot has answered
 *
 * Resolves when all are closed. A login of the client may never end then.
 */
export async function leaveGateway(client: Client): Promise<void> {
  const strategy = at(at(client.ws, '_ws'), 'strategy');
  if (typeof strategy === 'object' && strategy !== null) beginNoMore(strategy);
  const shards = shardsOf(strategy);
  for (const shard of shards) keepAway(shard);
  const sockets = shards.map((shard) => at(shard, 'connection')).filter(isSocket);
  for (const socket of sockets) socket.on('error', () => undefined);
  const destroyed = client.destroy();
  await yieldToEventLoop();
  for (const socket of sockets) if (socket.readyState === CONNECTING) socket.terminate();
  await destroyed;
}

/** From now on no shard is made, and none of those made connects for the first time. */
function beginNoMore(strategy: object): void {
  const refuse = () => Promise.reject(new Error('This client was left'));
  for (const step of ['spawn', 'connect']) Reflect.set(strategy, step, refuse);
}

/** From now on a shard connects no more. */
function keepAway(shard: object): void {
  Reflect.set(shard, 'internalConnect', async () => undefined);
  // The end of a shard aborts its waits. Each would end the shard a second time, and the first end would never resolve.
  const waits = at(shard, 'timeoutAbortControllers');
  if (waits instanceof Map) waits.clear();
}

interface Socket extends EventEmitter {
  readonly readyState: number;
  terminate(): void;
}

/** The shards of a client, which discord.js keeps to itself. */
function shardsOf(strategy: unknown): readonly object[] {
  const shards = at(strategy, 'shards');
  return shards instanceof Map ? [...shards.values()] : [];
}

function at(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function isSocket(value: unknown): value is Socket {
  return value instanceof EventEmitter && 'terminate' in value;
}
