/** Codes of a failed connection: refused, cut off, timed out, an unknown host, an invalid certificate. */
const CONNECTION_CODE =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|PROTO|(?:HOST|NET)(?:UNREACH|DOWN)|NOTFOUND|AI_\w+)|UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH|\w+_TIMEOUT)|HPE_\w+|ERR_SSL_\w+|ERR_TLS_CERT_\w+|CERT_\w+|\w+_SELF_SIGNED_CERT|SELF_SIGNED_CERT_\w+|UNABLE_TO_\w+)$/;
/** System calls that only the network makes. */
const CALLS = new Set<unknown>(['connect', 'getaddrinfo']);
/** Names of the errors that an `AbortSignal` and the libraries abort with; they share no class. */
const ABORTED = new Set(['AbortError', 'TimeoutError']);
const FACTS = new Set(['code', 'status', 'method', 'url', 'retryAfter', 'scope']);

/**
 * A fault of another machine or of the network, thrown by Crier. It is logged without a stack trace: Crier can only
 * wait for its end.
 */
export class RemoteFault extends Error {
  override readonly name: string = 'RemoteFault';
}

/**
 * Returns the facts to log of a fault of another machine or of the network. Crier can only wait for its end, and a
 * stack trace would show the place of the request, not the reason.
 * @returns null if it is another fault
 */
export function remoteFaultOf(error: unknown): Readonly<Record<string, unknown>> | null {
  if (!(error instanceof Error && isRemote(error))) return null;
  const facts = Object.entries(error).filter(([name]) => FACTS.has(name));
  return { type: error.name, message: error.message || reasonsIn(error), ...Object.fromEntries(facts) };
}

function isRemote(error: Error): boolean {
  if (error instanceof RemoteFault || ABORTED.has(error.name) || 'retryAfter' in error) return true;
  if ('syscall' in error && CALLS.has(error.syscall)) return true;
  if ('status' in error && typeof error.status === 'number') return isOfTheServer(error.status, error);
  return 'code' in error && CONNECTION_CODE.test(String(error.code));
}

/**
 * Whether a status comes from the server or a proxy, and not from a wrong request of Crier's. Discord's rejection of a
 * request has a code of its own or is a plain 400; a proxy's has neither.
 */
function isOfTheServer(status: number, error: Error): boolean {
  if (status >= 500 || status === 429) return true;
  return status !== 400 && !('code' in error && Number(error.code) > 0);
}

/** A host name with several addresses has a reason for each. */
function reasonsIn(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((one) => String(one)).join('; ') : '';
}
