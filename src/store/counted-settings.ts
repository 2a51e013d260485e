import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Settings, SettingsLack, SettingsTally } from '../ports/settings.ts';
import { NotSaved } from './not-saved.ts';
import type { SettingsStore } from './settings.ts';

const KINDS = ['feeds', 'watches', 'people'] as const;
type Kind = (typeof KINDS)[number];

/** A loss is told of for so long, unless the records come back before. */
const TOLD_MS = 7 * 24 * 60 * 60_000;
const LOST_AT = 'settings-lost-at';

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
 * damage has taken away is said. The journal never knows of more than there are, whatever a crash comes between: its count
 * goes down before a record is removed, and up after one is there.
 *
 * A loss is told for a week, through restarts, or until as many records are back (a backup was put in place).
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
  const countOf = (kind: Kind) => ids[kind].size;
  const noteCount = (kind: Kind) => journal.note({ [`settings-${kind}`]: countOf(kind) });
  const { lost, lostAt } = await compare({
    feeds: countOf('feeds'),
    watches: countOf('watches'),
    people: countOf('people'),
  });

  async function compare(found: SettingsTally): Promise<{ lost: SettingsTally; lostAt: number | null }> {
    const known = await tally(journal, 'settings-');
    const before = await tally(journal, 'settings-lost-');
    const beforeAt = await journal.noted(LOST_AT);
    const isTold = beforeAt !== null && now - beforeAt < TOLD_MS;
    const came = (kind: Kind) => found[kind] - (known[kind] ?? found[kind]);
    const left = (kind: Kind) => Math.max(0, (isTold ? (before[kind] ?? 0) : 0) - came(kind));
    const lost = { feeds: left('feeds'), watches: left('watches'), people: left('people') };
    const isNew = KINDS.some((kind) => came(kind) < 0);
    const lostAt = isNew ? now : beforeAt;
    if (isNew) log.error({ known, found }, 'Settings were lost since they were last written: a backup may have them');
    await noteAll(found, lost, lostAt);
    return { lost, lostAt };
  }

  async function noteAll(found: SettingsTally, lost: SettingsTally, lostAt: number | null): Promise<void> {
    const counts = KINDS.flatMap((kind) => [
      [`settings-${kind}`, found[kind]],
      [`settings-lost-${kind}`, lost[kind]],
    ]);
    try {
      await journal.note({ ...Object.fromEntries(counts), ...(lostAt !== null && { [LOST_AT]: lostAt }) });
    } catch (error) {
      log.warn({ err: error }, 'How many settings there are could not be written down');
    }
  }

  async function put(kind: Kind, id: string, writing: Promise<void>): Promise<void> {
    await writing;
    if (ids[kind].has(id)) return;
    ids[kind].add(id);
    try {
      await noteCount(kind);
    } catch (error) {
      // It is saved all the same; a loss of it would not be noticed.
      log.warn({ err: error }, 'How many settings there are could not be written down');
    }
  }

  async function remove(kind: Kind, id: string, write: () => Promise<void>): Promise<void> {
    const wasThere = ids[kind].delete(id);
    try {
      if (wasThere) await noteCount(kind);
    } catch (error) {
      ids[kind].add(id);
      throw new NotSaved(error);
    }
    try {
      await write();
    } catch (error) {
      if (wasThere) ids[kind].add(id);
      throw error;
    }
  }

  return {
    feeds,
    watches,
    people,
    settings: {
      feeds: store.feeds,
      watches: store.watches,
      people: store.people,
      putFeed: (feed) => put('feeds', feed.id, store.putFeed(feed)),
      putWatch: (watch) => put('watches', watch.id, store.putWatch(watch)),
      putPerson: (person) => put('people', person.id, store.putPerson(person)),
      removeFeed: (id) => remove('feeds', id, () => store.removeFeed(id)),
      removeWatch: (id) => remove('watches', id, () => store.removeWatch(id)),
      removePerson: (id) => remove('people', id, () => store.removePerson(id)),
    },
    lack(at) {
      const isTold = lostAt !== null && at - lostAt < TOLD_MS && KINDS.some((kind) => lost[kind] > 0);
      if (!isTold && KINDS.every((kind) => setAside[kind] === 0)) return null;
      return { lost: isTold ? { ...lost, at: lostAt } : null, setAside };
    },
  };
}

function idsOf(records: readonly { readonly id: string }[], unread: readonly string[]): Set<string> {
  return new Set([...records.map(({ id }) => id), ...unread]);
}

async function tally(journal: Pick<Journal, 'noted'>, prefix: string): Promise<Record<Kind, number | null>> {
  return {
    feeds: await journal.noted(`${prefix}feeds`),
    watches: await journal.noted(`${prefix}watches`),
    people: await journal.noted(`${prefix}people`),
  };
}
