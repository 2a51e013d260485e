import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { reasonOf } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';

/** An answer to a monitoring request. */
export interface MonitoringAnswer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly body: string;
}

/** The answers to a `GET`, by path. */
export type MonitoringAnswers = Readonly<Record<string, () => MonitoringAnswer | Promise<MonitoringAnswer>>>;

/** The monitoring server, from the start to the end of the process. */
export interface Served {
  /** Replaces the answers. Called once, when the work of this process is known. */
  answer(answers: MonitoringAnswers): void;
}

export interface ServerParts {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const MOST_MONITORING_CONNECTIONS = 100;
/** A silent client is disconnected. 100 of them would make `/livez` unreachable. */
const SILENCE_LIMITS = { headersTimeout: 3_000, requestTimeout: 3_000, connectionsCheckingInterval: 500 };

const FREE_PORT = 'Stop the program that listens there, or set another port.';
const SET_HOST = 'Set HTTP_HOST to an address of this machine, such as 127.0.0.1.';
const CURE_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'Set HTTP_PORT to one above 1023.',
  EADDRNOTAVAIL: SET_HOST,
  ENOTFOUND: SET_HOST,
  EAI_AGAIN: SET_HOST,
};

/** Returns the system's code of a failure to listen, and the cure. */
export function explainListenFailure(error: unknown): { readonly code: string; readonly cure: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, cure: CURE_BY_CODE[code] ?? FREE_PORT };
}

/**
 * Serves monitoring requests until the signal aborts, with the answers in `first` until they are replaced. A port that
 * cannot be opened is logged and ends nothing, because alerts matter more than monitoring. The log line waits for the
 * next answers: a second Crier on the same store fails before, with the store's lock as the better explanation.
 */
export async function serve({ host, port, log, signal }: ServerParts, first: MonitoringAnswers): Promise<Served> {
  let answers = first;
  const server = createServer(SILENCE_LIMITS, (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET' }).end();
    // The request target is not always a URL.
    const path = request.url?.split('?', 1)[0] ?? '';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer === undefined) return void response.writeHead(404).end();
    reply(response, answer).catch((error: unknown) => {
      log.warn({ err: error }, 'Monitoring request failed');
      response.writeHead(503).end();
    });
  });
  server.maxConnections = MOST_MONITORING_CONNECTIONS;
  server.listen(port, host);
  try {
    await once(server, 'listening', { signal });
    server.on('error', (error) => log.warn({ err: error }, 'Monitoring server failed'));
    signal.addEventListener('abort', () => server.close(), { once: true });
    return {
      answer(next) {
        answers = next;
      },
    };
  } catch (error) {
    server.close();
    return {
      answer() {
        if (signal.aborted) return;
        log.error(
          { host, port, reason: reasonOf(error) },
          `Monitoring disabled: HTTP_PORT cannot be opened. ${explainListenFailure(error).cure} Then start Crier again`,
        );
      },
    };
  }
}

async function reply(
  response: ServerResponse,
  answer: () => MonitoringAnswer | Promise<MonitoringAnswer>,
): Promise<void> {
  const { status, contentType, body } = await answer();
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** Returns `facts` as JSON, with status 503 if Crier is not well. */
export function healthAnswer(facts: { readonly well: boolean; readonly [fact: string]: unknown }): MonitoringAnswer {
  return { status: facts.well ? 200 : 503, contentType: 'application/json', body: JSON.stringify(facts) };
}

/** Says only that the event loop turns, so that a supervisor may restart Crier if this fails. */
export const alive = (): MonitoringAnswer => ({ status: 200, contentType: 'text/plain', body: 'alive\n' });
