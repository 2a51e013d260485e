import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Economy } from '../economy/economy.ts';
import { negotiateCoding } from './compression.ts';
import { FAULTS } from './faults.ts';
import type { HttpFaultName, HttpFaultOptions } from './http-faults.ts';
import type { createPlannedFaults, FaultSchedule } from './planned-faults.ts';
import type { RequestLog } from './request-log.ts';
import { meansSnapshot, type Route, resolveRoute } from './route.ts';
import type { ServiceState } from './service-state.ts';
import type { ServiceSettings } from './settings.ts';
import type { Body } from './snapshot.ts';
import { createSoundBodies } from './sound-bodies.ts';

export interface PlannedHttpFault extends FaultSchedule, HttpFaultOptions {
  readonly name: HttpFaultName;
}

export interface HttpParts {
  readonly economy: Economy;
  readonly now: () => number;
  readonly state: ServiceState;
  readonly faults: ReturnType<typeof createPlannedFaults<PlannedHttpFault>>;
  readonly log: RequestLog;
}

/** Shorter bodies are sent uncompressed. */
const LEAST_COMPRESSED_BYTES = 1_024;

/** Answers plain HTTP requests, with the planned fault if there is one. */
export function createHttpAnswers({ economy, now, state, faults, log }: HttpParts) {
  const soundBody = createSoundBodies(economy, now, state);

  function applies({ name, route }: PlannedHttpFault, asked: Route | 'unknown'): boolean {
    if (FAULTS.http[name].by === 'proxy') return route === undefined || route === asked;
    return asked === (route ?? 'shops');
  }

  async function answer(request: IncomingMessage, response: ServerResponse, route: Route | 'unknown'): Promise<void> {
    if (state.isDown) return FAULTS.http['bad-gateway'].answer({ response, options: {}, soundBody: noBody });
    const fault = faults.take((planned) => applies(planned, route));
    if (fault) {
      const body = async () => (route === 'unknown' ? noBody() : (await soundBody(route)).plain);
      return FAULTS.http[fault.name].answer({ response, options: fault, soundBody: body });
    }
    if (route === 'unknown') return finish(response, 404);
    if (request.method !== 'GET') return finish(response, 405);
    if (route === 'stream') return finish(response, 426);
    await send(request, response, await soundBody(route), route, state.settings);
  }

  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: target = '/', headers } = request;
    const { prefix, segments } = state.settings;
    const [at, route] = [now(), resolveRoute(target, prefix, segments)];
    response.on('close', () => {
      const status = response.headersSent ? response.statusCode : 0;
      log.add({ route, target, at, headers, status }, meansSnapshot(target, segments));
    });
    await answer(request, response, route);
  };
}

async function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  body: Body,
  route: Route,
  { etags, codings }: ServiceSettings,
): Promise<void> {
  if (route !== 'status') response.setHeader('content-type', 'application/json');
  if (etags && route === 'shops') {
    response.setHeader('etag', body.etag);
    if (headers['if-none-match'] === body.etag) return finish(response, 304);
  }
  const accepted = negotiateCoding(headers['accept-encoding']?.toString(), codings);
  const coding = body.plain.length < LEAST_COMPRESSED_BYTES ? undefined : accepted;
  const bytes = coding ? await body.compressed(coding) : body.plain;
  if (coding) response.setHeader('content-encoding', coding);
  response.setHeader('vary', 'accept-encoding');
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
}

function finish(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

const noBody = async () => Buffer.alloc(0);
