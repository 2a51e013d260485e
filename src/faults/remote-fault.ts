/** What a connection meets: nobody there, cut off, no answer in time, no name, a certificate that does not hold. */
const CONNECTION_CODE =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|PROTO|(?:HOST|NET)(?:UNREACH|DOWN)|NOTFOUND|AI_\w+)|UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH|\w+_TIMEOUT)|HPE_\w+|ERR_SSL_\w+|ERR_TLS_CERT_\w+|CERT_\w+|\w+_SELF_SIGNED_CERT|SELF_SIGNED_CERT_\w+|UNABLE_TO_\w+)$/;
/** What calls the network alone. */
const CALLS = new Set<unknown>(['connect', 'getaddrinfo']);
/** What a signal aborts with, time that has run out among it; what a database that is not reached, or Discord’s silence, is told by. */
const NAMES = new Set(['AbortError', 'TimeoutError', 'ConnectionLost', 'Unanswered', 'AddressBanned', 'ProxyFault']);
const FACTS = new Set(['code', 'status', 'method', 'url', 'retryAfter', 'scope']);

/**
 * What there is to say of a fault of another machine's, or of the network on the way there; null: it is none. Crier can only
 * wait it out, and a stack trace would say where Crier asked, not what is wrong.
 */
export function remoteFaultOf(error: unknown): Readonly<Record<string, unknown>> | null {
  if (!(error instanceof Error && isRemote(error))) return null;
  const facts = Object.entries(error).filter(([name]) => FACTS.has(name));
  return { type: error.name, message: error.message || reasonsIn(error), ...Object.fromEntries(facts) };
}

function isRemote(error: Error): boolean {
  if (NAMES.has(error.name) || 'retryAfter' in error) return true;
  if ('syscall' in error && CALLS.has(error.syscall)) return true;
  if ('status' in error && typeof error.status === 'number') return isOfTheServer(error.status, error);
  return 'code' in error && CONNECTION_CODE.test(String(error.code));
}

/** Discord's word on a request of Crier's has a code of its own, or is a plain 400. Without one a proxy speaks. */
function isOfTheServer(status: number, error: Error): boolean {
  if (status >= 500 || status === 429) return true;
  return status !== 400 && !('code' in error && Number(error.code) > 0);
}

/** Where a name stands for several addresses, each has a reason of its own. */
function reasonsIn(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((one) => String(one)).join('; ') : '';
}
