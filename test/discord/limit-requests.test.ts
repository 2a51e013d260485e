import { expect, test } from 'vitest';
import { limitRequests } from '../../src/discord/rest/send.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';

const API = 'https://discord.com/api/v10';

test.each([
  ['/channels/1/messages', 1],
  ['/applications/1/commands', 1],
  ['/interactions/1/token/callback', 0],
  ['/webhooks/1/token/messages/@original', 0],
])('a request for %s takes %d turns of the rate limiter', async (path, turns) => {
  const rateLimiter = unlimitedRateLimiter();
  const sent: string[] = [];
  const send = limitRequests(async (url) => {
    sent.push(url);
    return Response.json({});
  }, rateLimiter);
  await send(`${API}${path}`, { method: 'POST' });
  expect([sent, rateLimiter.passed()]).toEqual([[`${API}${path}`], turns]);
});
