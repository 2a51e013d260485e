import { describe, expect, test } from 'vitest';
import { formatPlace } from '../../../../src/discord/render/words/format-offer.ts';
import { formatCoordinates, formatLandmark, linkItem } from '../../../../src/discord/render/words/format-place.ts';
import { estimateWidth } from '../../../../src/discord/render/words/text.ts';
import { Languages } from '../../../../src/language/languages.ts';
import { LinkTemplate } from '../../../../src/market/places/link-template.ts';
import { KnownPlaces } from '../../../../src/places/known-places.ts';
import { LANGUAGES } from '../../../language/spoken.ts';

function languageWith(names: readonly string[] = [], tag = 'en') {
  const map = LinkTemplate.parse('https://map.example/#{world}:{x}:{z}', ['x', 'z'], ['world']);
  const item = LinkTemplate.parse('https://wiki.example/{type}', ['type']);
  if (typeof map === 'string' || typeof item === 'string') throw new RangeError('invalid template');
  const places = new KnownPlaces({ map, item });
  places.replace(names.map((name, at) => ({ name, x: 1_000 * at, z: 0, world: null })));
  return new Languages(new Map(), places).of(tag);
}

const PLAIN = LANGUAGES.of('en');
const OWNER = { name: 'Ada', uuid: '00000000-0000-4000-8000-000000000001' };
const at = (x: number, z: number, world = 'world') => ({ x, y: 64, z, world });

test('coordinates are a link to the map, and stay as they are to copy', () => {
  expect(formatCoordinates(at(-884, 9538), PLAIN)).toBe('`-884 64 9538`');
  expect(formatCoordinates(at(-884, 9538), languageWith())).toBe(
    '[`-884 64 9538`](https://map.example/#world:-884:9538)',
  );
});

test('an address in a link has no width', () => {
  const linked = formatCoordinates(at(-884, 9538), languageWith());
  expect(estimateWidth(linked)).toBe(estimateWidth('`-884 64 9538`'));
});

test('a shop in the Nether shows the place in the Overworld that its portal leads to', () => {
  const place = '`-10 64 7` world\\_nether · `-80\u00a056` in the Overworld · Ada';
  expect(formatPlace(at(-10, 7, 'world_nether'), OWNER, PLAIN)).toBe(place);
  expect(formatPlace(at(-10, 7, 'world_the_end'), null, PLAIN)).toBe('`-10 64 7` world\\_the\\_end');
});

describe('the nearest landmark', () => {
  test.each([
    ['en', '120 blocks NE of Market'],
    ['de', '120 Blöcke NO von Market'],
    ['ja', 'Marketから北東へ120ブロック'],
  ])('is named in %s with blocks and direction', (tag, text) => {
    expect(formatLandmark(at(85, -85), languageWith(['Market', 'Port'], tag))).toEqual([text]);
  });

  test('is named without a direction at the place itself, and not at all without landmarks', () => {
    expect(formatLandmark(at(1_000, 0), languageWith(['Market', 'Port']))).toEqual(['at Port']);
    expect(formatLandmark(at(1_000, 0), languageWith())).toEqual([]);
  });

  test('has an inert name', () => {
    const [text = ''] = formatLandmark(at(0, 5), languageWith(['**[@everyone](https://evil.example)**']));
    expect(text).not.toMatch(/@everyone|(?<!\\)[*[\]]/);
  });
});

test('an item is a link to its page, unless a bracket in its name could end the link', () => {
  expect(linkItem('Hopper', 'HOPPER', PLAIN)).toBe('Hopper');
  expect(linkItem('Hopper', 'HOPPER', languageWith())).toBe('[Hopper](https://wiki.example/HOPPER)');
  expect(linkItem('\\[x\\]', 'HOPPER', languageWith())).toBe('\\[x\\]');
});
