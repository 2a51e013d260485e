import { isJson, type Json } from '../json.ts';

/** Discord's close codes that are used here. */
export const closeCodes = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  sessionTimedOut: 4009,
  invalidShard: 4010,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

const privilegedIntents = (1 << 1) | (1 << 8) | (1 << 15);
const knownIntents = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

export interface Identify {
  readonly intents: number;
  readonly shard: readonly [number, number];
}

/** What an IDENTIFY asks for, or the code with which Discord closes the connection. */
export function readIdentify(data: Json, token: string, switchedOnIntents: number): Identify | number {
  if (data.token !== token) return closeCodes.authenticationFailed;
  if (!isJson(data.properties) || data.compress === true) return closeCodes.decodeError;
  const { intents } = data;
  if (typeof intents !== 'number' || (intents & ~knownIntents) !== 0) return closeCodes.invalidIntents;
  if ((intents & privilegedIntents & ~switchedOnIntents) !== 0) return closeCodes.disallowedIntents;
  const [id, count] = Array.isArray(data.shard) ? data.shard : [0, 1];
  if (!Number.isInteger(id) || !Number.isInteger(count) || id < 0 || id >= count) return closeCodes.invalidShard;
  return { intents, shard: [id, count] };
}
