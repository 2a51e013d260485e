import type { RESTOptions } from 'discord.js';
import type { GlobalRateLimiter } from '../ports/delivery.ts';

type Send = RESTOptions['makeRequest'];

/** Answers to interactions are not counted by Discord: they are bound to no bot's limit. */
const UNCOUNTED = /\/(interactions|webhooks)\/\d+\//;

/** Sends what counts towards the bot's limit over all its requests when its turn has come. */
export function limitRequests(send: Send, rateLimiter: Pick<GlobalRateLimiter, 'pass'>): Send {
  return async (url, init) => {
    if (!UNCOUNTED.test(new URL(url).pathname)) await rateLimiter.pass(init.signal ?? undefined);
    return send(url, init);
  };
}
