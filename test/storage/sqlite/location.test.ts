import { expect, it } from 'vitest';
import { locateStore } from '../../../src/storage/sqlite/files.ts';

it('a relative path is resolved, and its sibling files derived', () => {
  expect(locateStore('sqlite://data/crier.sqlite')).toEqual({
    ok: true,
    location: {
      path: 'data/crier.sqlite',
      cache: 'data/crier.cache.sqlite',
      lock: 'data/crier.lock.sqlite',
      stem: 'data/crier',
      legacyEvents: 'data/crier.events.sqlite',
    },
  });
});

it('an absolute path is used unchanged', () => {
  expect(locateStore('sqlite:///var/lib/crier/market.db')).toMatchObject({
    location: { path: '/var/lib/crier/market.db', cache: '/var/lib/crier/market.cache.sqlite' },
  });
});

it('a path without an extension is accepted', () => {
  expect(locateStore('sqlite://crier')).toMatchObject({ location: { cache: 'crier.cache.sqlite' } });
});

it.each([
  ['postgres://host/db', 'does not begin with sqlite://'],
  ['data/crier.sqlite', 'does not begin with sqlite://'],
  ['', 'does not begin with sqlite://'],
  ['sqlite://', 'names no file'],
  ['sqlite://data/', 'names a folder'],
  ['sqlite:///', 'names a folder'],
  ['sqlite://data/..', 'names a folder'],
  ['sqlite://:memory:', 'in memory'],
  ['sqlite://data/crier.sqlite?mode=ro', '? or #'],
  ['sqlite://data/crier-wal', 'SQLite keeps for itself'],
  ['sqlite://data/crier-journal', 'SQLite keeps for itself'],
])('%j is refused with a correction', (url, reason) => {
  const answer = locateStore(url);
  expect(answer).toMatchObject({ ok: false, why: expect.stringContaining(reason) });
  expect(answer).toMatchObject({ why: expect.stringContaining('such as sqlite://data/crier.sqlite') });
});
