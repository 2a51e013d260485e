import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { yieldToEventLoop } from '../time/cooperate.ts';

/** A WebSocket's `readyState`. */
const CONNECTING = 0;

/**
 * Closes a client. discord.js lets go of a connection that is only being made: nobody closes it, and when it fails nobody
 * hears its error, which would end the process. Resolves when all are closed.
 */
export async function leaveGateway(client: Client): Promise<void> {
  const sockets = socketsOf(client);
  for (const socket of sockets) socket.on('error', () => undefined);
  // Where it still waits for READY this never ends.
  const destroyed = client.destroy();
  await yieldToEventLoop();
  for (const socket of sockets) if (socket.readyState === CONNECTING) socket.terminate();
  await destroyed;
}

interface Socket extends EventEmitter {
  readonly readyState: number;
  terminate(): void;
}

/** The WebSockets of its shards, which discord.js keeps to itself. */
function socketsOf(client: Client): readonly Socket[] {
  const shards = at(at(at(client.ws, '_ws'), 'strategy'), 'shards');
  if (!(shards instanceof Map)) return [];
  return [...shards.values()].map((shard) => at(shard, 'connection')).filter(isSocket);
}

function at(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function isSocket(value: unknown): value is Socket {
  return value instanceof EventEmitter && 'terminate' in value;
}
