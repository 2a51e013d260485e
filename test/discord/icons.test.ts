import { readdir } from 'node:fs/promises';
import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../sandbox/economy/catalogue.ts';
import {
  emojiName,
  iconKindOf,
  iconKinds,
  KnownIcons,
  kindStem,
  stemOf,
  withoutHash,
} from '../../src/discord/icons/icons.ts';
import { drawnPictures, type IconPicture, uploadIcons } from '../../src/discord/icons/upload.ts';
import { recordingLog } from '../log/recording-log.ts';

const DISCORDS_NAME = /^[A-Za-z0-9_]{2,32}$/;
const MOST_BYTES = 256_000;

test.each([
  ['SLIME_BLOCK', 'slime_block'],
  ['HONEY_BLOCK', 'block'],
  ['BELL', 'bell'],
  ['TRIDENT', 'trident'],
  ['CONDUIT', 'conduit'],
  ['BEACON', 'beacon'],
  ['TOTEM_OF_UNDYING', 'totem'],
  ['SLIME_BALL', 'slime_ball'],
  ['NETHERITE_INGOT', 'netherite'],
  ['GOLD_INGOT', 'ingot'],
  ['netherite_sword', 'sword'],
  ['OAK_STAIRS', 'wood'],
  ['WAXED_EXPOSED_CUT_COPPER_STAIRS', 'block'],
  ['DEEPSLATE_DIAMOND_ORE', 'ore'],
  ['ENCHANTED_BOOK', 'enchanted_book'],
  ['PINK_SHULKER_BOX', 'shulker_box'],
  ['CHEST', 'box'],
  ['CREEPER_BANNER_PATTERN', 'banner'],
  ['MUSIC_DISC_PIGSTEP', 'disc'],
  ['OAK_CHEST_BOAT', 'transport'],
  ['SPLASH_POTION', 'potion'],
  ['auction', 'auction'],
  ['SOMETHING_NEW', 'unknown'],
])('%s has the icon of %s', (type, kind) => {
  expect(iconKindOf(type)).toBe(kind);
});

test('every item of the simulated market has a known icon kind', () => {
  expect(CATALOGUE.map(({ type }) => type).filter((type) => iconKindOf(type) === 'unknown')).toEqual([]);
});

test('every icon kind is drawn within Discord’s size limit and has a valid name', async () => {
  const pictures = await drawnPictures();
  for (const picture of pictures) {
    expect(emojiName(picture.stem, picture.hash)).toMatch(DISCORDS_NAME);
    expect((await picture.load()).length).toBeLessThan(MOST_BYTES);
  }
  expect(new Set(pictures.map(({ hash }) => hash)).size).toBe(iconKinds().length);
});

test('every glyph file belongs to an icon kind', async () => {
  const files = await readdir(new URL('../../src/discord/icons/glyphs/', import.meta.url));
  expect(files.toSorted()).toEqual(
    iconKinds()
      .map((kind) => `${kind}.svg`)
      .toSorted(),
  );
});

test('long types get distinct emoji names that Discord accepts', () => {
  const types = ['waxed_weathered_cut_copper_stairs', 'waxed_weathered_cut_copper_slab', 'tnt', 'ok'];
  const names = types.map((type) => emojiName(stemOf(type), '0a1b2c'));
  expect(new Set(names).size).toBe(types.length);
  for (const name of names) expect(name).toMatch(DISCORDS_NAME);
});

function discordWith(...names: string[]) {
  let made = 0;
  const emojis = names.map((name) => ({ id: `old-${name}`, name }));
  const faults: Error[] = [];
  return {
    emojis,
    /** Creates the next emoji, but answers with the error. */
    hideNext: (fault: Error) => void faults.push(fault),
    list: async () => [...emojis],
    async create(name: string) {
      made += 1;
      const emoji = { id: `new-${made}`, name };
      emojis.push(emoji);
      const fault = faults.pop();
      if (fault) throw fault;
      return emoji;
    },
    async delete(id: string) {
      emojis.splice(
        emojis.findIndex((emoji) => emoji.id === id),
        1,
      );
    },
  };
}

const picture = (stem: string, hash: string): IconPicture => ({ stem, hash, load: async () => new Uint8Array(1) });

function patience() {
  return {
    clock: { sleep: async () => {} },
    random: () => 0,
    log: recordingLog(),
    signal: new AbortController().signal,
  };
}

test('only missing icons are uploaded, changed ones are replaced, and foreign emojis stay', async () => {
  const discord = discordWith('crier_tnt_aaaaaa', 'crier_kind_sword_bbbbbb', 'party_parrot', 'crier_logo');
  const known = new KnownIcons();
  const pictures = [picture('tnt', 'aaaaaa'), picture(kindStem('sword'), 'cccccc')];
  await uploadIcons(pictures, discord, (ids) => known.replace(ids), patience());
  expect(discord.emojis.map(({ name }) => name)).toEqual([
    'crier_tnt_aaaaaa',
    'party_parrot',
    'crier_logo',
    'crier_kind_sword_cccccc',
  ]);
  expect(known.of('TNT')?.emojiId).toBe('old-crier_tnt_aaaaaa');
  expect(known.of('IRON_SWORD')?.url).toBe('https://cdn.discordapp.com/emojis/new-1.png');
  expect(known.of('IRON_AXE')).toBeNull();
});

test('an uploaded icon whose response was lost is found, not uploaded again', async () => {
  const discord = discordWith();
  discord.hideNext(new Error('cut off'));
  await uploadIcons([picture('tnt', 'aaaaaa')], discord, () => {}, patience());
  expect(discord.emojis).toEqual([{ id: 'new-1', name: 'crier_tnt_aaaaaa' }]);
});

test('an icon that another process uploads at the same time counts as uploaded', async () => {
  const discord = discordWith();
  const quicker = { id: 'other-1', name: 'crier_tnt_aaaaaa' };
  const taken = new DiscordAPIError({ code: 50035, message: 'Invalid Form Body' }, 50035, 400, 'POST', '/emojis', {});
  const create = async () => {
    discord.emojis.push(quicker);
    throw taken;
  };
  const parts = patience();
  const known = new KnownIcons();
  await uploadIcons([picture('tnt', 'aaaaaa')], { ...discord, create }, (ids) => known.replace(ids), parts);
  expect(known.of('TNT')?.emojiId).toBe('other-1');
  expect(parts.log.errors()).toEqual([]);
});

test('an unreadable picture does not block the others', async () => {
  const discord = discordWith();
  const lost = { ...picture('tnt', 'aaaaaa'), load: () => Promise.reject(new Error('ENOENT')) };
  const parts = patience();
  await uploadIcons([lost, picture('anvil', 'bbbbbb')], discord, () => {}, parts);
  expect(discord.emojis.map(({ name }) => name)).toEqual(['crier_anvil_bbbbbb']);
  expect(parts.log.errors()).toHaveLength(1);
});

test('an outdated icon left behind by a kill is deleted at the next start', async () => {
  const discord = discordWith('crier_tnt_aaaaaa', 'crier_tnt_bbbbbb', 'crier_tnt_minecart_cccccc');
  await uploadIcons([picture('tnt', 'bbbbbb')], discord, () => {}, patience());
  expect(discord.emojis.map(({ name }) => name)).toEqual(['crier_tnt_bbbbbb', 'crier_tnt_minecart_cccccc']);
});

test('reaching Discord’s emoji limit is logged once', async () => {
  const discord = discordWith();
  const body = { code: 30_008, message: 'Maximum number of emojis reached (2000)' };
  const full = new DiscordAPIError(body, 30_008, 400, 'POST', 'https://discord.com', {});
  const parts = patience();
  const pictures = ['a', 'b', 'c'].map((hash) => picture('tnt', hash.repeat(6)));
  await uploadIcons(pictures, { ...discord, create: () => Promise.reject(full) }, () => {}, parts);
  expect(parts.log.errors()).toHaveLength(1);
});

test('an error that affects every picture is logged once', async () => {
  const body = { code: 50_035, message: 'Invalid Form Body' };
  const invalid = new DiscordAPIError(body, 50_035, 400, 'POST', 'https://discord.com', {});
  const parts = patience();
  const pictures = ['a', 'b', 'c'].map((hash) => picture('tnt', hash.repeat(6)));
  await uploadIcons(pictures, { ...discordWith(), create: () => Promise.reject(invalid) }, () => {}, parts);
  expect(parts.log.errors()).toHaveLength(1);
});

test('names of foreign emojis contain no hash of Crier', () => {
  expect(['crier_logo', 'slime', 'crier_tnt_aaaaaa'].map(withoutHash)).toEqual([null, null, 'crier_tnt']);
});
