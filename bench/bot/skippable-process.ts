/**
 * The bot as `npm start` runs it, with the same flags and in its own process, but on a clock that its parent skips
 * ahead: `node --max-semi-space-size=4 bench/bot/skippable-process.ts <its environment as JSON>`. It answers each `Ask`
 * with a `Usage`.
 */
import process from 'node:process';
import { startInProcess } from '../../test/journeys/world/bot-in-process.ts';
import { SkippingClock } from '../../test/journeys/world/skipping-clock.ts';
import type { Ask, Usage } from './skippable-bot.ts';

const clock = new SkippingClock();
const bot = startInProcess(JSON.parse(process.argv[2] ?? '{}'), clock);
const say = (usage: Usage) => process.send?.(usage);
process.on('message', ({ skipMs }: Ask) => {
  clock.skip(skipMs);
  const { user, system } = process.cpuUsage();
  say({ cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => void bot.stop());
process.exit(await bot.exited.finally(() => process.stderr.write(bot.log())));
