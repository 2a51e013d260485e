import { expect, it } from 'vitest';
import { locateStore } from '../../../src/storage/sqlite/location.ts';

it('reads a relative path and derives the siblings', () => {
  expect(locateStore('sqlite://data/crier.sqlite')).toEqual({
    ok: true,
    location: {
      settings: 'data/crier.sqlite',
      events: 'data/crier.events.sqlite',
      lock: 'data/crier.lock.sqlite',
      stem: 'data/crier',
    },
  });
});

it('reads an absolute path', () => {
  expect(locateStore('sqlite:///var/lib/crier/market.db')).toMatchObject({
    location: { settings: '/var/lib/crier/market.db', events: '/var/lib/crier/market.events.sqlite' },
  });
});

it('takes a path without an extension', () => {
  expect(locateStore('sqlite://crier')).toMatchObject({ location: { events: 'crier.events.sqlite' } });
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
])('refuses %j and says what would do', (url, reason) => {
  const answer = locateStore(url);
  expect(answer).toMatchObject({ ok: false, why: expect.stringContaining(reason) });
  expect(answer).toMatchObject({ why: expect.stringContaining('such as sqlite://data/crier.sqlite') });
});
