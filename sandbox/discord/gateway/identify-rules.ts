import { isJson, type Json } from '../json.ts';
import { closeCodes, intents } from '../numbers.ts';
import type { Shard } from './shard.ts';

const privilegedIntents = intents.guildMembers | intents.guildPresences | intents.messageContent;
const knownIntents = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

export interface Identify {
  readonly intents: number;
  readonly shard: Shard;
}

/**
 * Reads an IDENTIFY.
 * @returns the request, or the code with which Discord closes the connection
 */
export function readIdentify(data: Json, token: string, switchedOnIntents: number): Identify | number {
  if (data.token !== token) return closeCodes.authenticationFailed;
  if (!isJson(data.properties) || data.compress === true) return closeCodes.decodeError;
  const { intents: wanted } = data;
  if (typeof wanted !== 'number' || (wanted & ~knownIntents) !== 0) return closeCodes.invalidIntents;
  if ((wanted & privilegedIntents & ~switchedOnIntents) !== 0) return closeCodes.disallowedIntents;
  const [id, count] = Array.isArray(data.shard) ? data.shard : [0, 1];
  if (!Number.isInteger(id) || !Number.isInteger(count) || id < 0 || id >= count) return closeCodes.invalidShard;
  return { intents: wanted, shard: [id, count] };
}
