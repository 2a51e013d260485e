import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LinkTemplate } from '../../../src/market/places/link-template.ts';
import { propertyRuns } from '../../property-runs.ts';

function parse(template: string): LinkTemplate<'x' | 'z' | 'world'> {
  const parsed = LinkTemplate.parse<'x' | 'z' | 'world'>(template, ['x', 'z'], ['world']);
  if (typeof parsed === 'string') throw new RangeError(parsed);
  return parsed;
}

const MAP = parse('https://map.example/view?world={world}&again={world}#{x}:{z}');

test('placeholders are filled in wherever they stand', () => {
  const filled = 'https://map.example/view?world=world_nether&again=world_nether#-12:7';
  expect(MAP.fill({ x: '-12', z: '7', world: 'world_nether' })).toBe(filled);
});

test('a template of a map with one world needs no {world}', () => {
  expect(parse('http://map.example?{z},{x}').fill({ x: '1', z: '2', world: 'w' })).toBe('http://map.example/?2,1');
});

test('values are encoded, so that they change neither the address nor the markdown around it', () => {
  const world = 'a)[b](https://evil.example)`&x=1#?/\\|*';
  const url = MAP.fill({ x: '1', z: '2', world }) ?? '';
  expect(url).not.toMatch(/[\s()[\]\\`|*<>]/);
  expect(new URL(url).searchParams.get('world')).toBe(world);
});

test('any value leaves the host and the number of parameters as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (world) => {
      const filled = MAP.fill({ x: '1', z: '2', world });
      if (filled === null) return;
      const url = new URL(filled);
      expect(url.host).toBe('map.example');
      expect([...url.searchParams.values()]).toEqual([world.toWellFormed(), world.toWellFormed()]);
      expect(filled).toMatch(/^[!-~]+$/);
    }),
    { numRuns: propertyRuns(5) },
  );
});

test('an address that would not leave room for others in a message is omitted', () => {
  expect(MAP.fill({ x: '1', z: '2', world: 'w'.repeat(300) })).toBeNull();
});
