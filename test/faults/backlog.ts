import { expect, onTestFinished } from 'vitest';
import type { BotProcess } from '../../sandbox/bot.ts';
import { silence } from '../../sandbox/discord/rest/faults.ts';
import { deliveredBids } from '../journeys/world/delivered-bids.ts';
import { openWorld } from '../journeys/world/world.ts';
import { freePort } from '../monitor/free-port.ts';

const BIDS = Array.from({ length: 20 }, (_, at) => 2_001 + at);
const bidTexts = BIDS.map((bid) => bid.toLocaleString('en-US'));

/**
 * Starts a bot in a process of its own. Discord does not answer its first message, so that its other alerts are
 * waiting.
 */
export async function startWithBacklog(settings: Readonly<Record<string, string>> = {}) {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port), ...settings });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const silent = world.discord.fail({ method: 'POST', path: /\/messages$/ }, silence(), { times: 1_000 });
  for (const finalBid of BIDS) world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  await expect.poll(health).toMatchObject({ stream: { counted: { auction: BIDS.length } } });
  await expect.poll(() => silent.hits).toBeGreaterThan(0);
  return {
    bot,
    /** Restarts the bot with a Discord that answers, and expects the whole backlog, once and in order. */
    async nextStartSendsAll(): Promise<void> {
      silent.cancel();
      await world.startBot();
      await expect.poll(() => deliveredBids(world).length).toBe(bidTexts.length);
      expect(deliveredBids(world)).toEqual(bidTexts);
      expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
    },
  };
}

/**
 * Sends SIGTERM twice and waits for the exit. The second is repeated, because within a moment it counts as the same
 * Ctrl-C, which a terminal sends twice.
 * @returns the exit code, and the time from the second signal on
 */
export async function stopTwice(
  bot: BotProcess,
): Promise<{ readonly code: number | null; readonly durationMs: number }> {
  bot.process.kill('SIGTERM');
  await expect.poll(bot.log).toContain('Stopping');
  const began = performance.now();
  const again = setInterval(() => bot.process.kill('SIGTERM'), 100);
  const code = await bot.exited;
  clearInterval(again);
  return { code, durationMs: performance.now() - began };
}
