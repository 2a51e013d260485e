import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { adviseNoProxy, type HttpProxy, proxyFaultOf } from '../../proxy/proxy.ts';
import { orAborted } from '../../time/deadline.ts';
import { readError } from '../wire/answers.ts';
import { type Consumed, type Failure, failure, type HttpAnswer, readRetryAfter, type Validators } from './answer.ts';
import { ENCODINGS, plainBytes, TooLarge, UnknownEncoding, wholeText } from './body.ts';

/** Limits the time until a connection is up, including TLS. */
export const CONNECT_MS = 10_000;
/** Limits the body of an error, which is a single code. */
const ERROR_BODY_BYTES = 65_536;

/**
 * Sends requests to the data service. Every request carries the User-Agent, follows no redirect, accepts compression
 * and reads at most `maxBytes` after decompression. Never throws for failures of the network (see `HttpAnswer`).
 */
export class Http {
  readonly #userAgent: string;
  readonly #now: () => number;
  readonly #agent: Dispatcher;
  readonly #proxy: HttpProxy | null;

  constructor({ userAgent, now, headersMs = 30_000, proxy = null }: HttpOptions) {
    this.#userAgent = userAgent;
    this.#now = now;
    this.#proxy = proxy;
    const limits = { headersTimeout: headersMs, bodyTimeout: headersMs };
    // The environment (NODE_TLS_REJECT_UNAUTHORIZED) cannot turn certificate checks off.
    const connect = { timeout: CONNECT_MS, rejectUnauthorized: true };
    this.#agent = proxy === null ? new Agent({ connect, ...limits }) : createProxyAgent(proxy, connect, limits);
  }

  /** Requests a URL and lets `consume` read the body while it arrives. The signal also carries the total deadline. */
  async get<T>(options: GetOptions, consume: Consume<T>): Promise<HttpAnswer<T>> {
    const answer = await this.#ask(options, consume);
    return answer.ok ? answer : withProxyAdvice(answer, options.url, this.#proxy);
  }

  async #ask<T>(options: GetOptions, consume: Consume<T>): Promise<HttpAnswer<T>> {
    let during: 'asking' | 'reading' = 'asking';
    try {
      // undici checks the signal only once a connection is up, which a proxy or TLS can delay by 10 s.
      const asked = request(options.url, {
        dispatcher: this.#agent,
        signal: options.signal,
        headers: {
          'user-agent': this.#userAgent,
          accept: 'application/json',
          'accept-encoding': ENCODINGS,
          ...conditions(options.validators),
        },
      });
      const response = await orAborted(asked, options.signal);
      during = 'reading';
      return await this.#read(response, options, consume);
    } catch (error) {
      return failureOf(error, { signal: options.signal, during, proxy: this.#proxy });
    }
  }

  /** Closes every connection at once. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #read<T>(response: Dispatcher.ResponseData, options: GetOptions, consume: Consume<T>): Promise<HttpAnswer<T>> {
    const { statusCode: status, headers, body } = response;
    try {
      if (status === 304 && isConditional(options)) return { ok: true, kind: 'not-modified' };
      const encoding = String(headers['content-encoding'] ?? '');
      const retryAfterMs = readRetryAfter(headers['retry-after'], this.#now());
      if (status !== 200) return await refusal(status, retryAfterMs, plainBytes(body, encoding, ERROR_BODY_BYTES));
      if (String(headers['content-type']).includes('text/html') && options.html !== true) {
        return failure('not-json', 'a web page', retryAfterMs);
      }
      const consumed = await consume(plainBytes(body, encoding, options.maxBytes));
      return consumed.ok
        ? { ok: true, kind: 'ok', value: consumed.value, validators: validatorsOf(headers) }
        : { ...consumed, retryAfterMs };
    } finally {
      // Destroys the connection instead of downloading the unread rest.
      body.on('error', () => undefined).destroy();
    }
  }
}

interface Limits {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/**
 * https goes through a tunnel. A request over http names the full URL, because many proxies allow tunnels only to
 * port 443.
 */
function createProxyAgent(
  { origin, authorization }: HttpProxy,
  connect: { readonly timeout: number; readonly rejectUnauthorized: boolean },
  limits: Limits,
): Dispatcher {
  return new ProxyAgent({
    ...limits,
    uri: origin,
    ...(authorization !== null && { token: authorization }),
    connectTimeout: CONNECT_MS,
    proxyTls: connect,
    requestTls: connect,
    // undici passes the limits to neither of them. A proxy that never answers CONNECT counts as unreachable.
    clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: CONNECT_MS }),
    factory: (url, options) => new Pool(url, { ...options, ...limits }),
  });
}

async function refusal(status: number, retryAfterMs: number | null, body: AsyncIterable<Buffer>): Promise<Failure> {
  if (status === 404) return failure('not-found', 'status 404', retryAfterMs);
  if (status === 500) {
    // A body that breaks off or is too long is not the service's code.
    const error = readError(await wholeText(body).catch(() => ''));
    if (error === 'NOT_CACHED') return failure('not-cached', 'NOT_CACHED', retryAfterMs);
    if (error !== null) return failure('internal-error', error.slice(0, 40), retryAfterMs);
  }
  return failure(status >= 500 ? 'proxy-error' : 'refused', `status ${status}`, retryAfterMs);
}

/** Returns whether a request is conditional. A 304 to any other request is invalid. */
function isConditional({ validators }: GetOptions): boolean {
  return Object.keys(conditions(validators)).length > 0;
}

function conditions({ etag, lastModified }: Validators = {}): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}

function validatorsOf({ etag, 'last-modified': lastModified }: Dispatcher.ResponseData['headers']): Validators {
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}

/** Reads a body while it arrives. Errors of the network are thrown through it and classified by `Http`. */
export type Consume<T> = (chunks: AsyncIterable<Buffer>) => Promise<Consumed<T>>;

export interface HttpOptions {
  /** `Crier/<version> (+contact)`. */
  readonly userAgent: string;
  /** Wall time, for a `Retry-After` that is a date. */
  readonly now: () => number;
  /** The proxy to the service, or null or absent for a direct connection. */
  readonly proxy?: HttpProxy | null;
  /** Limits silence: until the headers, and between chunks of a body. */
  readonly headersMs?: number;
}

export interface GetOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly validators?: Validators;
  /** Whether a page of HTML is a valid answer. */
  readonly html?: boolean;
}

/** Codes of undici and zlib for a connection or a body that breaks off. */
const BROKEN_OFF_CODES = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ECONNRESET|HPE_\w+)$/;
const GARBLED_CODES = /^(Z_DATA_ERROR|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_\w*PADDING\w*|ZSTD_\w+)$/;
/** Timeouts after the request. A connection that never came up carried no request. */
const TIMEOUT_CODES = /^(?!UND_ERR_CONNECT_TIMEOUT$|ETIMEDOUT$).*TIMEOUT/;

/**
 * Converts a thrown error into the failure of a request. Throws on an error that is not the network's.
 *
 * @param during whether the headers had arrived
 */
export function failureOf(
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
  const code = errorCodeOf(error);
  if (code === null) throw error;
  if (TIMEOUT_CODES.test(code)) return failure('timed-out', code);
  if (during === 'reading' && BROKEN_OFF_CODES.test(code)) return failure('truncated', code);
  return failure(GARBLED_CODES.test(code) ? 'not-as-expected' : 'unreachable', code);
}

/** Returns the error's code, or that of the first error within it (if no address of a list answers). */
function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCodeOf(error.errors[0]) : null;
}

/** Failures on the way to the service, which a proxy may cause. */
const WAY_FAILURES = /^(?:unreachable|timed-out|truncated)$/;
/** Statuses of a proxy that cannot reach the service. For an http address it answers in place of the service. */
const PROXY_STATUSES = /^status (?:403|5\d\d)$/;

/** Adds the operator's advice to a failure of a request that went through a proxy. */
function withProxyAdvice(failed: Failure, url: string, proxy: HttpProxy | null): Failure {
  const isOnTheWay = WAY_FAILURES.test(failed.kind) || (url.startsWith('http:') && PROXY_STATUSES.test(failed.why));
  if (proxy === null || failed.advice !== undefined || !isOnTheWay) return failed;
  const advice = `no good answer of ${proxy.target} through the proxy ${proxy.origin} (${failed.why})`;
  return { ...failed, advice: `${advice}${adviseNoProxy(proxy)}` };
}
