import { type Json, jsonOf } from '../../../sandbox/discord/json.ts';
import { callbackTypes } from '../../../sandbox/discord/numbers.ts';
import type { RequestRecord } from '../../../sandbox/discord/rest/request-record.ts';

const MESSAGES = /^\/channels\/\d+\/messages(\/\d+)?$|^\/webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?$/;
const CALLBACK = /^\/interactions\/\d+\/[^/]+\/callback$/;

/** Returns the bot's requests with a message that might notify users, because `allowed_mentions.parse` is not empty. */
export function notifyingRequests(requests: readonly RequestRecord[]): string[] {
  return requests.filter(mightNotify).map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
}

function mightNotify(request: RequestRecord): boolean {
  const message = messageIn(request);
  if (message === null) return false;
  const { parse, users, roles } = jsonOf(message.allowed_mentions);
  return JSON.stringify([parse, users, roles]) !== '[[],null,null]';
}

/** Returns the message that the request creates or edits, or null. */
function messageIn({ method, path, body }: RequestRecord): Json | null {
  if (method !== 'POST' && method !== 'PATCH') return null;
  if (MESSAGES.test(path)) return jsonOf(body);
  const { type, data } = jsonOf(body);
  const isMessage = type === callbackTypes.reply || type === callbackTypes.update;
  return CALLBACK.test(path) && isMessage ? jsonOf(data) : null;
}
