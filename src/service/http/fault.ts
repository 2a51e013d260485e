import { type Failure, failure } from './answer.ts';
import { TooLarge, UnknownEncoding } from './body.ts';

/** What undici and zlib throw for a connection or a body that breaks off. */
const BROKEN_OFF = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ECONNRESET|HPE_\w+)$/;
const GARBLED = /^(Z_DATA_ERROR|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_\w*PADDING\w*|ZSTD_\w+)$/;
/** Where no connection comes up nothing was asked. */
const SLOW = /^(?!UND_ERR_CONNECT_TIMEOUT$|ETIMEDOUT$).*TIMEOUT/;

/** No connection came up. Through a proxy this is the connection to the proxy, which alone connects further. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Reads a thrown error as the failure of a request. An error that is not the network's is thrown on.
 *
 * @param during before the headers came, or after
 */
export function faultOf(
  error: unknown,
  { signal, during, isProxied }: { signal: AbortSignal; during: 'asking' | 'reading'; isProxied: boolean },
): Failure {
  if (signal.aborted) {
    const late = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return late ? failure('timed-out', 'past its deadline') : failure('stopped', 'stopped');
  }
  if (error instanceof TooLarge) return failure('too-large', error.message);
  if (error instanceof UnknownEncoding) return failure('not-as-expected', error.message);
  const proxyStatus = proxyStatusOf(error);
  if (proxyStatus !== null) return failure('unreachable', `proxy-${proxyStatus}`);
  const code = codeOf(error);
  if (code === null) throw error;
  if (isProxied && NOT_CONNECTED.test(code)) return failure('unreachable', `proxy-${code}`);
  if (SLOW.test(code)) return failure('timed-out', code);
  if (during === 'reading' && BROKEN_OFF.test(code)) return failure('truncated', code);
  return failure(GARBLED.test(code) ? 'not-as-expected' : 'unreachable', code);
}

/** The status by which a proxy refused, or null for any other error. undici names it in the message alone. */
function proxyStatusOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const [, status = null] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message) ?? [];
  return status;
}

/** The error's code, or that of the first error within it (an address list of which none answers). */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}
