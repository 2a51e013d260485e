import type { ConnectionOptions } from 'node:tls';

/** Where a database is and as whom one goes there. `ssl` false: unencrypted. */
export interface PostgresLocation {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Empty: none is given. */
  readonly password: string;
  readonly ssl: false | ConnectionOptions;
}

const EXAMPLE = 'postgres://crier:password@db.example/crier';

/** By `sslmode`: `require` encrypts and trusts any certificate, `verify-full` asks for one that holds (see NODE_EXTRA_CA_CERTS). */
const SSL_MODES: Readonly<Record<string, PostgresLocation['ssl']>> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-full': { rejectUnauthorized: true },
};

/**
 * Reads STORE_URL: `postgres://user:password@host:port/database`, percent-encoded where needed; `?host=` names the folder of a Unix
 * socket. `why` is a sentence that says what would do; it never quotes the address, in which a password stands.
 */
export function locatePostgres(url: string): { ok: true; location: PostgresLocation } | { ok: false; why: string } {
  const refuse = (what: string) => ({
    ok: false as const,
    why: `STORE_URL ${what}; give an address such as ${EXAMPLE}.`,
  });
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    return refuse('is no address (a :, /, ?, #, % or @ in a password is written as %3A, %2F, %3F, %23, %25, %40)');
  }
  const parts = [parsed.hostname, parsed.pathname.slice(1), parsed.username, parsed.password].map(decoded);
  const [host, database, user, password] = parts;
  if (host === undefined || database === undefined || user === undefined || password === undefined) {
    return refuse('has a % that begins no %xx, or a character that no database takes');
  }
  if (host === '') return refuse('names no host');
  if (user === '') return refuse('names no user');
  if (database === '' || database.includes('/'))
    return refuse('names no database, or has a / or @ in its password (there written %2F, %40)');
  if (parsed.hash !== '') return refuse('has a #, which means nothing here');
  const options = Object.fromEntries(parsed.searchParams);
  const unknown = Object.keys(options).find((name) => name !== 'sslmode' && name !== 'host');
  if (unknown !== undefined) return refuse('has an option that means nothing here: only sslmode and host do');
  const ssl = SSL_MODES[options.sslmode ?? 'disable'];
  if (ssl === undefined) return refuse(`has an sslmode that is none of ${Object.keys(SSL_MODES).join(', ')}`);
  const socket = options.host;
  if (socket !== undefined && !socket.startsWith('/')) return refuse('has a host= that is not the path of a folder');
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return {
    ok: true,
    location: { host: socket ?? bare, port: Number(parsed.port || 5432), database, user, password, ssl },
  };
}

/** undefined: cannot be decoded, or holds what PostgreSQL takes nowhere. */
function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
