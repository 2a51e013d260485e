import { type Failure, failure } from './answer.ts';
import { TooLarge, UnknownEncoding } from './body.ts';

/** What undici and zlib throw for a connection or a body that breaks off. */
const BROKEN_OFF = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ECONNRESET|HPE_\w+)$/;
const GARBLED = /^(Z_DATA_ERROR|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_\w*PADDING\w*|ZSTD_\w+)$/;
/** Where no connection comes up nothing was asked. */
const SLOW = /^(?!UND_ERR_CONNECT_TIMEOUT$|ETIMEDOUT$).*TIMEOUT/;

/**
 * What a thrown error means for the answer; `during`: before the headers came, or after. An error that is not the
 * network's is thrown on.
 */
export function faultOf(error: unknown, signal: AbortSignal, during: 'asking' | 'reading'): Failure {
  if (signal.aborted) {
    const late = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return late ? failure('timed-out', 'past its deadline') : failure('stopped', 'stopped');
  }
  if (error instanceof TooLarge) return failure('too-large', error.message);
  if (error instanceof UnknownEncoding) return failure('not-as-expected', error.message);
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
