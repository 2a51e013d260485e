import { expect, test } from 'vitest';
import { OTHER_NAMES, UnreadNames } from '../../src/service/wire/fields.ts';

test('unread names are counted, and each is reported as new once', () => {
  const unread = new UnreadNames();
  unread.add(['snbt']);
  unread.add(['snbt', 'mod:thing']);
  expect(unread.counted()).toEqual({ snbt: 2, 'mod:thing': 1 });
  expect(unread.takeNew()).toEqual(['snbt', 'mod:thing']);
  unread.add(['snbt']);
  expect(unread.takeNew()).toEqual([]);
});

test('unread names above the limit are counted together', () => {
  const unread = new UnreadNames();
  for (let name = 0; name < 1_000; name++) unread.add([`mod:${name}`]);
  expect(Object.keys(unread.counted())).toHaveLength(201);
  expect(unread.counted()[OTHER_NAMES]).toBe(800);
  expect(unread.takeNew()).toHaveLength(201);
});
