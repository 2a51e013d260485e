import type { RESTGetAPIApplicationEmojisResult } from 'discord.js';
import { expect, test } from 'vitest';
import { Clock } from '../../../sandbox/discord/clock.ts';
import { Events } from '../../../sandbox/discord/events.ts';
import { Snowflakes } from '../../../sandbox/discord/snowflake.ts';
import { Emojis } from '../../../sandbox/discord/world/emojis.ts';
import { newRest, openDiscord } from './bot.ts';
import { greyPng } from './png.ts';

const dataUri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const image = dataUri(greyPng(2, 2));

async function openEmojis() {
  const place = await openDiscord();
  const rest = newRest(place.discord);
  const path = `/applications/${place.discord.world.bot.id}/emojis` as const;
  const make = (body: object) => rest.post(path, { body }) as Promise<{ id: string; name: string }>;
  return { ...place, rest, path, make };
}

test('an emoji is created, listed, renamed, served and removed', async () => {
  const { discord, rest, path, make } = await openEmojis();

  const made = await make({ name: 'slime_block', image });
  await rest.patch(`${path}/${made.id}`, { body: { name: 'slime' } });
  const { items } = (await rest.get(path)) as RESTGetAPIApplicationEmojisResult;
  const shown = await fetch(new URL(`/emojis/${made.id}.png?size=44`, discord.url));

  expect(items).toMatchObject([{ id: made.id, name: 'slime', animated: false, available: true }]);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(greyPng(2, 2));
  await rest.delete(`${path}/${made.id}`);
  expect(await rest.get(path)).toEqual({ items: [] });
  await expect(rest.get(`${path}/${made.id}`)).rejects.toMatchObject({ code: 10014, status: 404 });
  expect(discord.violations).toEqual([]);
});

test.each([
  ['a name of one', { name: 'a', image }, 'name'],
  ['a name of 33', { name: 'a'.repeat(33), image }, 'name'],
  ['a name with a dash', { name: 'slime-block', image }, 'name'],
  ['a name that is taken', { name: 'taken', image }, 'name'],
  ['no image', { name: 'slime' }, 'image'],
  ['an address', { name: 'slime', image: 'https://example.org/slime.png' }, 'image'],
  ['bytes of another kind', { name: 'slime', image: dataUri(greyPng(2, 2), 'image/gif') }, 'image'],
  [
    'more than 256 KiB',
    { name: 'slime', image: dataUri(Buffer.concat([greyPng(2, 2), Buffer.alloc(2 ** 18)])) },
    'image',
  ],
])('an emoji with %s is refused', async (_, body, field) => {
  const { discord, make } = await openEmojis();
  await make({ name: 'taken', image });

  const error = await make(body).catch((refusal) => refusal);

  expect(error).toMatchObject({ code: 50035, status: 400, rawError: { errors: { [field]: { _errors: [{}] } } } });
  expect(discord.emojis.map(({ name }) => name)).toEqual(['taken']);
});

test('an application has up to 2,000 emojis, and a removed one can be replaced', () => {
  const emojis = new Emojis(new Snowflakes(new Clock()), new Events());
  const made = Array.from({ length: 2_000 }, (_, index) => emojis.add({ name: `item_${index}`, image }));

  expect(() => emojis.add({ name: 'one_more', image })).toThrow('Maximum number of emojis reached');
  emojis.remove(made[0]?.id ?? '');
  emojis.add({ name: 'one_more', image });

  expect(emojis.list()).toHaveLength(2_000);
});

test('the emojis of another application are refused', async () => {
  const { rest } = await openEmojis();

  await expect(rest.get(`/applications/${'1'.repeat(18)}/emojis`)).rejects.toMatchObject({ code: 50001 });
});
