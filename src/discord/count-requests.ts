import type { RESTOptions } from 'discord.js';
import type { Counts } from '../ports/status.ts';

type Send = RESTOptions['makeRequest'];

const NO_ANSWER = '0';

/** Sends, and counts what is answered, 429s by their scope too. */
export function countRequests(send: Send, counts: Counts): Send {
  return async (url, init) => {
    let status = NO_ANSWER;
    try {
      const response = await send(url, init);
      status = String(response.status);
      if (response.status === 429) counts.add('rateLimits', response.headers.get('x-ratelimit-scope') ?? 'address');
      return response;
    } finally {
      counts.add('requests', status);
    }
  };
}
