import type { WebSocket } from 'ws';
import type { Dispatch } from '../events.ts';
import { opcodes } from '../numbers.ts';
import { type Shard, shardOf } from './shard.ts';

const keptFrames = 5_000;

interface Frame {
  readonly op: typeof opcodes.dispatch;
  readonly t: string;
  readonly s: number;
  readonly d: unknown;
}

/** A session of the bot. It outlives its connection and keeps the sent events for a RESUME. */
export class Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  socket: WebSocket | null;
  #lastSequence = 0;
  #sent: Frame[] = [];

  constructor(id: string, intents: number, shard: Shard, socket: WebSocket) {
    this.id = id;
    this.intents = intents;
    this.shard = shard;
    this.socket = socket;
  }

  get lastSequence(): number {
    return this.#lastSequence;
  }

  dispatch(name: string, data: unknown): void {
    this.#lastSequence += 1;
    const frame: Frame = { op: opcodes.dispatch, t: name, s: this.#lastSequence, d: data };
    this.#sent.push(frame);
    if (this.#sent.length > keptFrames * 2) this.#sent = this.#sent.slice(-keptFrames);
    this.socket?.send(JSON.stringify(frame));
  }

  /** Returns whether the session's intents and shard include an event. */
  wants({ name, data, intents }: Dispatch): boolean {
    if (intents !== 0 && (this.intents & intents) === 0) return false;
    const guildId = data.guild_id ?? (name.startsWith('GUILD_') ? data.id : undefined);
    const [id, count] = this.shard;
    return shardOf(typeof guildId === 'string' ? guildId : null, count) === id;
  }

  /** Returns whether all events after a sequence number are still kept for a replay. */
  remembers(afterSequence: number): boolean {
    return (this.#sent[0]?.s ?? 1) <= afterSequence + 1;
  }

  /** Sends all events after a sequence number again. */
  replay(afterSequence: number): void {
    for (const frame of this.#sent) if (frame.s > afterSequence) this.socket?.send(JSON.stringify(frame));
  }
}
