import type { WatchChangesParts } from '../../src/subscriptions/watch-changes.ts';
import type { PartsOnFiles } from './open-changes.ts';

/** The same parts, until the write of that name is on disk: then `stopped` is called, and nothing goes on any more. */
export function stopAfter(last: string, parts: PartsOnFiles, stopped: () => void): WatchChangesParts {
  const { settings, undos, unfinished, journal } = parts;
  async function write<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = await work();
    if (name !== last) return done;
    stopped();
    return new Promise(() => undefined);
  }
  return {
    ...parts,
    settings: {
      ...settings,
      putWatch: (watch) => write(`put ${watch.id}`, () => settings.putWatch(watch)),
      removeWatch: (id) => write(`remove ${id}`, () => settings.removeWatch(id)),
      putPerson: (person) => write('quiet', () => settings.putPerson(person)),
    },
    undos: { ...undos, keep: (userId, step) => write('undo', () => undos.keep(userId, step)) },
    unfinished: {
      ...unfinished,
      begin: (change) => write('begin', () => unfinished.begin(change)),
      finish: (userId) => write('finish', () => unfinished.finish(userId)),
    },
    journal: {
      lastDelivered: (ids) => journal.lastDelivered(ids),
      noticesOf: (...of) => journal.noticesOf(...of),
      waiting: (...of) => journal.waiting(...of),
      tell: (notices) => write('notice', () => journal.tell(notices)),
    },
  };
}
