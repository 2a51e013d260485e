import { expect, onTestFinished, test } from 'vitest';
import { foundTown } from '../journeys/town.ts';
import { eventually } from '../service/service-story.ts';

test('40 the real bot, killed and started again and again, asks for the shops once', async () => {
  const town = await foundTown();
  onTestFinished(() => town.close());
  for (let crash = 0; crash < 3; crash += 1) {
    const connected = town.service.nextConnection();
    const bot = await town.startBot();
    await connected;
    await eventually(() => expect(town.service.snapshotCount().asked).toBe(1));
    await bot.stop('SIGKILL');
  }
  expect(town.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});
