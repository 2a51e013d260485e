import type { ConnectionOptions } from 'node:tls';

/** The address of a database, and the user who connects. `ssl` is false for an unencrypted connection. */
export interface PostgresLocation {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Empty if none is given. */
  readonly password: string;
  readonly ssl: false | ConnectionOptions;
}

const EXAMPLE_URL = 'postgres://crier:password@db.example/crier';

/**
 * By `sslmode`: `require` encrypts and accepts any certificate, `verify-full` requires a valid one (see
 * NODE_EXTRA_CA_CERTS).
 */
const SSL_MODES: Readonly<Record<string, PostgresLocation['ssl']>> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-full': { rejectUnauthorized: true },
};

/**
 * Reads STORE_URL: `postgres://user:password@host:port/database`, percent-encoded where needed. `?host=` names the
 * folder of a Unix socket.
 * @returns the location, or `why` with a sentence that names the fault and never quotes the address, because it holds a
 * password
 */
export function locatePostgres(url: string): { ok: true; location: PostgresLocation } | { ok: false; why: string } {
  const refuse = (what: string) => ({
    ok: false as const,
    why: `STORE_URL ${what}; give an address such as ${EXAMPLE_URL}.`,
  });
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    return refuse('is not an address (a :, /, ?, #, % or @ in a password is written as %3A, %2F, %3F, %23, %25, %40)');
  }
  const parts = [parsed.hostname, parsed.pathname.slice(1), parsed.username, parsed.password].map(decodePart);
  const [host, database, user, password] = parts;
  if (host === undefined || database === undefined || user === undefined || password === undefined) {
    return refuse('has a % that begins no %xx, or a character that no database accepts');
  }
  if (host === '') return refuse('names no host');
  if (user === '') return refuse('names no user');
  if (database === '' || database.includes('/'))
    return refuse('names no database, or has a / or @ in its password (there written %2F, %40)');
  if (parsed.hash !== '') return refuse('has a #, which has no meaning here');
  const options = Object.fromEntries(parsed.searchParams);
  const unknown = Object.keys(options).find((name) => name !== 'sslmode' && name !== 'host');
  if (unknown !== undefined) return refuse('has an unknown option: use only sslmode and host');
  const ssl = SSL_MODES[options.sslmode ?? 'disable'];
  if (ssl === undefined) return refuse(`has an sslmode other than ${Object.keys(SSL_MODES).join(', ')}`);
  const socket = options.host;
  if (socket !== undefined && !socket.startsWith('/')) return refuse('has a host= that is not the path of a folder');
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return {
    ok: true,
    location: { host: socket ?? bare, port: Number(parsed.port || 5432), database, user, password, ssl },
  };
}

/** @returns the text, or undefined if it cannot be decoded or holds a NUL, which PostgreSQL rejects everywhere */
function decodePart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
