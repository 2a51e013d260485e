/** The paths of a store. All files lie in one folder. */
export interface StoreLocation {
  /** The store itself: settings, history and outbox. */
  readonly path: string;
  /** Expendable values. A file that is corrupt, full or deleted never stops Crier. */
  readonly cache: string;
  readonly lock: string;
  /** The beginning of the paths of saved snapshots and of marks. */
  readonly stem: string;
  /** The journal of an earlier Crier, whose settings stood alone at `path`. */
  readonly legacyEvents: string;
}

const SCHEME = 'sqlite://';
const EXAMPLES = 'such as sqlite://data/crier.sqlite (relative) or sqlite:///var/lib/crier/crier.sqlite (absolute)';

/** Names that SQLite gives to its own side files. */
const SIDE_FILE = /-(?:journal|wal|shm)$/i;

/** Reads STORE_URL: `sqlite://` and a path, taken literally. `why` is a sentence that says what would do. */
export function locateStore(url: string): { ok: true; location: StoreLocation } | { ok: false; why: string } {
  const refuse = (what: string) => ({ ok: false as const, why: `${what}; give sqlite:// and a path, ${EXAMPLES}.` });
  if (!url.startsWith(SCHEME)) return refuse('STORE_URL does not begin with sqlite://');
  const path = url.slice(SCHEME.length);
  if (path === '' || path.includes('\0')) return refuse('STORE_URL names no file');
  if (path.includes(':memory:')) return refuse('STORE_URL names a store in memory, which would forget everything');
  if (/[?#]/.test(path)) return refuse('STORE_URL has a ? or #, which means nothing here');
  if (/(?:^|[/\\])\.{0,2}$/.test(path)) return refuse('STORE_URL names a folder');
  if (SIDE_FILE.test(path)) return refuse('STORE_URL ends in -journal, -wal or -shm, which SQLite keeps for itself');
  const stem = path.replace(/\.(?:sqlite3?|db)$/i, '');
  return {
    ok: true,
    location: {
      path,
      cache: `${stem}.cache.sqlite`,
      lock: `${stem}.lock.sqlite`,
      stem,
      legacyEvents: `${stem}.events.sqlite`,
    },
  };
}
