import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Settings, SettingsLack } from '../../ports/settings.ts';
import type { SettingsStore } from './settings.ts';
import { KINDS, SettingsCount } from './settings-count.ts';
import { findLoss, isReportedAt } from './settings-loss.ts';

/** The settings as they were read, and a way to write them that the journal counts along with. */
export interface CountedSettings {
  readonly feeds: Awaited<ReturnType<Settings['feeds']>>;
  readonly watches: Awaited<ReturnType<Settings['watches']>>;
  readonly people: Awaited<ReturnType<Settings['people']>>;
  readonly settings: Settings;
  /** What is missing or cannot be read; null: nothing. */
  lack(now: number): SettingsLack | null;
}

/**
 * Reads the settings and compares how many there are with how many the journal, which is another file, knows of: what
 * damage has taken away is said.
 *
 * A loss is reported for a week, through restarts, or until as many records are back (a backup was put in place).
 */
export async function countSettings(
  store: SettingsStore,
  journal: Pick<Journal, 'note' | 'noted'>,
  log: Log,
  now: number,
): Promise<CountedSettings> {
  const [feeds, watches, people] = [await store.feeds(), await store.watches(), await store.people()];
  const unread = store.setAside();
  const setAside = { feeds: unread.feeds.length, watches: unread.watches.length, people: unread.people.length };
  // What cannot be read is there, too: it may be written over or removed like any other, and is counted once.
  const ids = {
    feeds: idsOf(feeds, unread.feeds),
    watches: idsOf(watches, unread.watches),
    people: idsOf(people, unread.people),
  };
  const count = new SettingsCount(ids, journal, log);
  const loss = await findLoss(count.tally, journal, log, now);
  return {
    feeds,
    watches,
    people,
    settings: countWrites(store, count),
    lack(at) {
      const isReported = isReportedAt(loss, at);
      if (!isReported && KINDS.every((kind) => setAside[kind] === 0)) return null;
      return { lost: isReported && loss.lostAt !== null ? { ...loss.lost, at: loss.lostAt } : null, setAside };
    },
  };
}

function countWrites(store: SettingsStore, count: SettingsCount): Settings {
  return {
    feeds: store.feeds,
    watches: store.watches,
    people: store.people,
    putFeed: (feed) => count.put('feeds', feed.id, store.putFeed(feed)),
    putWatch: (watch) => count.put('watches', watch.id, store.putWatch(watch)),
    putPerson: (person) => count.put('people', person.id, store.putPerson(person)),
    removeFeed: (id) => count.remove('feeds', id, () => store.removeFeed(id)),
    removeWatch: (id) => count.remove('watches', id, () => store.removeWatch(id)),
    removePerson: (id) => count.remove('people', id, () => store.removePerson(id)),
  };
}

function idsOf(records: readonly { readonly id: string }[], unread: readonly string[]): Set<string> {
  return new Set([...records.map(({ id }) => id), ...unread]);
}
