import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import { canvasId, canvasSnbt } from '../../market/paintings/samples.ts';
import { makeDatabase } from '../../storage/postgres/database.ts';
import { openWorld, textOf } from '../world/world.ts';
import { startMember } from './member.ts';
import { isLive } from './open-fleet.ts';

test('a picture read by one process is drawn by another, which sends a third one’s sealed message', async () => {
  const world = await openWorld({ shops: 20 });
  onTestFinished(() => world.close());
  const url = await makeDatabase();
  const start = (ROLE: string) => startMember({ ...world.environment(), STORE_URL: url, ROLE }, world.clock);
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const [intake, , sealing] = await Promise.all(['intake', 'gateway', 'deliver'].map(start));
  await registered;
  await expect.poll(() => intake && isLive(intake).catch(() => false)).toBe(true);
  const channel = world.channel('auctions');
  await world.ask(world.mod, 'staff', '/feed add', { kind: 'auctions', channel });

  const posts = { method: 'POST', path: `/channels/${channel.id}/messages` };
  const fault = world.discord.fail(posts, serverError(), { times: 1_000 });
  world.economy.auction({ item: { type: 'PAINTING', snbt: canvasSnbt() }, amount: 1, finalBid: 987 });
  await expect.poll(() => fault.hits).toBeGreaterThan(0);
  await sealing?.stop();
  fault.cancel();
  await start('deliver');
  const alerts = () => world.discord.messages(channel).filter((message) => textOf(message).includes('987 diamonds'));
  await expect.poll(() => alerts().length).toBe(1);

  expect(alerts()[0]?.attachments).toMatchObject([{ filename: `canvas-${canvasId()}.png` }]);
  const sent = world.discord.requests.filter(({ path }) => path === posts.path);
  expect(new Set(sent.map(({ body }) => (body as { nonce: string }).nonce)).size).toBe(1);
  // A busy machine may draw too late for one of the attempts: it goes without, as fault 97 has it.
  const files = new Set(sent.flatMap(({ fileNames }) => fileNames));
  expect(files).toEqual(new Set([`canvas-${canvasId()}.png`]));
});
