import { adviseNoProxy, type HttpProxy, proxyFaultOf } from '../../proxy/choose-proxy.ts';
import { type Failure, failure } from './answer.ts';
import { TooLarge, UnknownEncoding } from './body.ts';

/** What undici and zlib throw for a connection or a body that breaks off. */
const BROKEN_OFF = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ECONNRESET|HPE_\w+)$/;
const GARBLED = /^(Z_DATA_ERROR|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_\w*PADDING\w*|ZSTD_\w+)$/;
/** Where no connection comes up nothing was asked. */
const SLOW = /^(?!UND_ERR_CONNECT_TIMEOUT$|ETIMEDOUT$).*TIMEOUT/;

/**
 * Reads a thrown error as the failure of a request. An error that is not the network's is thrown on.
 *
 * @param during before the headers came, or after
 */
export function faultOf(
  error: unknown,
  { signal, during, proxy }: { signal: AbortSignal; during: 'asking' | 'reading'; proxy: HttpProxy | null },
): Failure {
  if (signal.aborted) {
    const late = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return late ? failure('timed-out', 'past its deadline') : failure('stopped', 'stopped');
  }
  if (error instanceof TooLarge) return failure('too-large', error.message);
  if (error instanceof UnknownEncoding) return failure('not-as-expected', error.message);
  const proxyFault = proxy && proxyFaultOf(error, proxy);
  if (proxyFault) return { ...failure('unreachable', proxyFault.code), advice: proxyFault.message };
  const code = codeOf(error);
  if (code === null) throw error;
  if (SLOW.test(code)) return failure('timed-out', code);
  if (during === 'reading' && BROKEN_OFF.test(code)) return failure('truncated', code);
  return failure(GARBLED.test(code) ? 'not-as-expected' : 'unreachable', code);
}

/** The error's code, or that of the first error within it (an address list of which none answers). */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}

/** Failures on the way to the service, which a proxy may cause. */
const ON_THE_WAY = /^(?:unreachable|timed-out|truncated)$/;
/** Statuses of a proxy that does not reach the service. To an http address it answers in the service's place. */
const OF_A_PROXY = /^status (?:403|5\d\d)$/;

/** Adds the operator's advice to a failure of a request that went through a proxy. */
export function withProxyAdvice(failed: Failure, url: string, proxy: HttpProxy | null): Failure {
  const isOnTheWay = ON_THE_WAY.test(failed.kind) || (url.startsWith('http:') && OF_A_PROXY.test(failed.why));
  if (proxy === null || failed.advice !== undefined || !isOnTheWay) return failed;
  const advice = `no good answer of ${proxy.target} through the proxy ${proxy.origin} (${failed.why})`;
  return { ...failed, advice: `${advice}${adviseNoProxy(proxy)}` };
}
