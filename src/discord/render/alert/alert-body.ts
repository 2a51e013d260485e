import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { parseRecord, versioned } from '../../../stored/record.ts';

/** A message as it is sealed, and what stands in for it where Discord refuses its form. */
export interface AlertBody {
  readonly message: RESTPostAPIChannelMessageJSONBody;
  readonly plain: string;
}

export function writeBody(body: AlertBody): string {
  return JSON.stringify(versioned(body));
}

/** What a message may hold is for Discord to check. @throws Unreadable */
export function readBody(text: string): AlertBody {
  return parseRecord(text, isBody);
}

function isBody(record: unknown): record is AlertBody {
  if (typeof record !== 'object' || record === null || !('message' in record && 'plain' in record)) return false;
  return typeof record.message === 'object' && record.message !== null && typeof record.plain === 'string';
}
