import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import type { HttpProxy } from '../../proxy/choose-proxy.ts';
import { orAborted } from '../../time/within.ts';
import { readError } from '../wire/answers.ts';
import { type Answer, type Consumed, type Failure, failure, type Validators } from './answer.ts';
import { ENCODINGS, plainBytes, wholeText } from './body.ts';
import { faultOf, withProxyAdvice } from './fault.ts';
import { readRetryAfter } from './retry-after.ts';

/** Until a connection is up, TLS too. */
export const CONNECT_MS = 10_000;
/** An error's body is one code; more of it is not read. */
const ERROR_BODY_BYTES = 65_536;

/**
 * Asks the data service. Every request carries the User-Agent, follows no redirect, accepts compression and reads at
 * most `maxBytes` after decompression. Never throws for what the network does: see `Answer`.
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

  /** Asks for `url` and lets `consume` read the body while it streams in. The signal is the total deadline, too. */
  async get<T>(options: GetOptions, consume: Consume<T>): Promise<Answer<T>> {
    const answer = await this.#ask(options, consume);
    return answer.ok ? answer : withProxyAdvice(answer, options.url, this.#proxy);
  }

  async #ask<T>(options: GetOptions, consume: Consume<T>): Promise<Answer<T>> {
    let during: 'asking' | 'reading' = 'asking';
    try {
      // undici looks at the signal only once a connection is up, which a proxy or TLS can delay by 10 s.
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
      return faultOf(error, { signal: options.signal, during, proxy: this.#proxy });
    }
  }

  /** Ends every connection, at once. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #read<T>(response: Dispatcher.ResponseData, options: GetOptions, consume: Consume<T>): Promise<Answer<T>> {
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
      // What was not read is not wanted: the connection goes, rather than downloading the rest.
      body.on('error', () => undefined).destroy();
    }
  }
}

interface Limits {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** https goes through a tunnel, http by the absolute form of the request: many proxies tunnel to port 443 alone. */
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
    // undici hands neither of them the limits. A proxy that never answers CONNECT counts as no connection.
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

/** A 304 to any other request answers nothing. */
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

/** Reads a body as it streams in. What the network does to it is thrown through it and told apart by `Http`. */
export type Consume<T> = (chunks: AsyncIterable<Buffer>) => Promise<Consumed<T>>;

export interface HttpOptions {
  /** `Crier/<version> (+contact)`. */
  readonly userAgent: string;
  /** Wall time, for a `Retry-After` that is a date. */
  readonly now: () => number;
  /** The proxy to the service. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
  /** The longest silence: until the headers, and between pieces of a body. */
  readonly headersMs?: number;
}

export interface GetOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly validators?: Validators;
  /** A page of HTML is a good answer, too. */
  readonly html?: boolean;
}
