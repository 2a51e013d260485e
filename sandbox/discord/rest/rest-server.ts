import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { isJson } from '../json.ts';
import { errorCodes } from '../numbers.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import { applicationRoutes } from './application-routes.ts';
import { emojiRoutes } from './emoji-routes.ts';
import { type Fault, Faults } from './faults.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { RateLimits, type Refusal } from './rate-limits.ts';
import { readBody } from './request-body.ts';
import type { RequestRecord } from './request-record.ts';
import { findRoute, type Route } from './route.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { worldRoutes } from './world-routes.ts';

/** A response to send. */
interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly userAgent: string;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

interface Reply {
  readonly answer: Answer | 'cut' | 'silence';
  readonly injected: boolean;
}

const statusOnly = (status: number, words: string) => ({ status, body: { message: `${status}: ${words}`, code: 0 } });

/** Discord's REST API. Checks the token and the rate limits, then runs the route, unless a fault is planned. */
export class RestServer {
  readonly faults = new Faults();
  readonly log: RequestRecord[] = [];
  /**
   * Counts all requests, the invalid ones, and the 429s that no injected fault caused. Invalid are 401, 403 and 429
   * that are not shared; Discord bans an address after 10,000 of them in 10 minutes.
   */
  readonly stats = { requests: 0, invalid: 0, ownRateLimits: 0 };
  readonly #core: Core;
  readonly #token: string;
  readonly #routes: readonly Route[];
  readonly #limits: RateLimits;

  constructor(core: Core, token: string) {
    this.#core = core;
    this.#token = token;
    this.#limits = new RateLimits(core.clock, core.settings.requestsPerSecond);
    this.#routes = [
      ...applicationRoutes,
      ...emojiRoutes,
      ...worldRoutes,
      ...messageRoutes(core.settings.messagesPer5s),
      ...interactionRoutes,
      ...webhookRoutes,
    ];
  }

  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = this.#core.clock.now();
    const startedMs = performance.now();
    const url = new URL(incoming.url ?? '/', 'http://discord');
    const head = {
      method: incoming.method ?? 'GET',
      path: url.pathname.replace(/^\/api(?:\/v10)?(?=\/)/, '').replaceAll('%40', '@'),
      query: url.searchParams,
      authorization: incoming.headers.authorization,
      userAgent: incoming.headers['user-agent'] ?? '',
    };
    let request: Request = { ...head, body: undefined, files: [] };
    let reply: Reply;
    try {
      const { json, files } = await readBody(incoming);
      request = { ...head, body: json, files };
      reply = await this.#decide(request);
    } catch (error) {
      // the client closed the connection during the request, so that nobody awaits a response
      if (incoming.destroyed && !incoming.complete) return;
      reply = { answer: this.#errorAnswer(error), injected: false };
    }
    const durationMs = performance.now() - startedMs;
    this.#keep(request, reply, { atMs, durationMs });
    if (reply.answer === 'cut') incoming.socket.destroy();
    else if (reply.answer !== 'silence') write(response, reply.answer);
  }

  async #decide(request: Request): Promise<Reply> {
    const found = findRoute(this.#routes, request.method, request.path);
    const key = found ? bucketKey(found.route, found.params) : request.path;
    const fault = this.faults.take(request);
    if (!fault) return { answer: this.#answer(request, found, key), injected: false };
    const { effect } = fault;
    const real = fault.afterAccepting ? this.#answer(request, found, key) : null;
    if (effect.kind === 'slow') {
      await new Promise<void>((resolve) => this.#core.clock.after(effect.waitMs, resolve));
      return { answer: real ?? { status: 500 }, injected: true };
    }
    return { answer: this.#applyFault(fault, key), injected: true };
  }

  #applyFault({ effect }: Fault, key: string): Reply['answer'] {
    if (effect.kind === 'cut' || effect.kind === 'silence') return effect.kind;
    if (effect.kind === 'answer') return effect;
    if (effect.kind === 'slow') throw new Error('a slow answer is the real one');
    this.#limits.block(key, effect.scope, effect.retryAfterSeconds);
    return refusalAnswer(effect, {});
  }

  #answer(request: Request, found: ReturnType<typeof findRoute>, key: string): Answer {
    if (!/^DiscordBot \(.+, .+\)/.test(request.userAgent)) {
      this.#reportViolation(`${request.method} ${request.path} without a User-Agent of Discord's form`);
      return this.#errorAnswer(apiError(errorCodes.internalNetworkError));
    }
    if (!found) {
      this.#reportViolation(`no such route: ${request.method} ${request.path}`);
      return statusOnly(404, 'Not Found');
    }
    const { route, params } = found;
    if (route.needsBotToken && request.authorization !== `Bot ${this.#token}`) return statusOnly(401, 'Unauthorized');
    const refusal = this.#limits.take(key, route.bucket, route.countsGlobally);
    const headers = this.#limits.headers(key, route.bucket);
    if (refusal) {
      this.stats.ownRateLimits += 1;
      this.#reportViolation(`429 (${refusal.scope}) earned by ${request.method} ${request.path}`);
      return refusalAnswer(refusal, headers);
    }
    const { method, query, body, files } = request;
    try {
      const param = (name: string) => params.get(name) ?? '';
      return { ...route.handle(this.#core, { method, param, query, body, files }), headers };
    } catch (error) {
      if (
        error instanceof ApiError &&
        (error.code === errorCodes.invalidFormBody || error.code === errorCodes.emptyMessage)
      ) {
        this.#reportViolation(`${method} ${request.path}: ${JSON.stringify(error.body())}`);
      }
      const answer = this.#errorAnswer(error);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  }

  #errorAnswer(error: unknown): Answer {
    if (error instanceof ApiError) {
      const wait = error.retryAfterSeconds;
      const headers = wait === undefined ? {} : { 'retry-after': String(wait), 'x-ratelimit-scope': 'shared' };
      return { status: error.status, body: error.body(), headers };
    }
    this.#reportViolation(`the local Discord itself failed: ${error instanceof Error ? error.stack : String(error)}`);
    return statusOnly(500, 'Internal Server Error');
  }

  #keep(request: Request, { answer, injected }: Reply, times: { atMs: number; durationMs: number }): void {
    const { status, body } = typeof answer === 'string' ? { status: 0, body: null } : answer;
    const record: RequestRecord = {
      ...times,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      body: request.body,
      fileNames: request.files.map((file) => file.filename),
      status,
      code: isJson(body) && typeof body.code === 'number' && status >= 400 ? body.code : null,
      answer: body ?? null,
      injected,
    };
    this.log.push(record);
    if (this.log.length > this.#core.settings.keptRequests) this.log.shift();
    this.stats.requests += 1;
    if (countsAsInvalid(answer)) this.stats.invalid += 1;
    this.#core.events.emit('request', record);
  }

  #reportViolation(text: string): void {
    this.#core.events.emit('violation', text);
  }
}

function countsAsInvalid(answer: Reply['answer']): boolean {
  if (typeof answer === 'string') return false;
  const isShared = answer.headers?.['x-ratelimit-scope'] === 'shared';
  return answer.status === 401 || answer.status === 403 || (answer.status === 429 && !isShared);
}

function bucketKey(route: Route, params: ReadonlyMap<string, string>): string {
  return [route.bucket.name, ...(route.major ?? []).map((name) => params.get(name))].join(' ');
}

function refusalAnswer({ scope, retryAfterSeconds }: Refusal, headers: Readonly<Record<string, string>>): Answer {
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: retryAfterSeconds, global: scope === 'global' },
    headers: {
      ...headers,
      'retry-after': String(Math.ceil(retryAfterSeconds)),
      'x-ratelimit-reset-after': retryAfterSeconds.toFixed(3),
      'x-ratelimit-scope': scope,
      ...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
    },
  };
}

function write(response: ServerResponse, { status, body, html, headers }: Answer): void {
  if (html !== undefined) response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end(html);
  else if (body === undefined) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
