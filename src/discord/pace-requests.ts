import type { RESTOptions } from 'discord.js';
import type { Pace } from '../ports/delivery.ts';

type Send = RESTOptions['makeRequest'];

/** Answers to interactions are not counted by Discord: they are bound to no bot's limit. */
const UNCOUNTED = /\/(interactions|webhooks)\/\d+\//;

/** Sends what counts towards the bot's limit over all its requests when its turn has come. */
export function paceRequests(send: Send, pace: Pick<Pace, 'pass'>): Send {
  return async (url, init) => {
    if (!UNCOUNTED.test(new URL(url).pathname)) await pace.pass(init.signal ?? undefined);
    return send(url, init);
  };
}
