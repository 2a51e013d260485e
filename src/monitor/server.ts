import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { reasonOf } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';

/** An answer to a machine. */
export interface Answer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly body: string;
}

/** What machines are answered to a `GET`, by path. */
export type Answers = Readonly<Record<string, () => Answer | Promise<Answer>>>;

/** Where machines ask, from the start to the end. */
export interface Served {
  /** To be called once, when it is known what this process does: from now on these. */
  answer(answers: Answers): void;
}

export interface ServerParts {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const MOST_ASKERS = 100;
/** Who says nothing keeps no place: 100 of them would make `/livez` unreachable. */
const SILENCE = { headersTimeout: 3_000, requestTimeout: 3_000, connectionsCheckingInterval: 500 };

const STOP = 'Stop what listens there, or set another.';
const HOST = 'Set HTTP_HOST to an address of this machine, such as 127.0.0.1.';
const CURES: Readonly<Record<string, string>> = {
  EACCES: 'Set HTTP_PORT to one above 1023.',
  EADDRNOTAVAIL: HOST,
  ENOTFOUND: HOST,
  EAI_AGAIN: HOST,
};

/** Why an address cannot be listened at, by the system's code of the error, and what would do. */
export function whyDeaf(error: unknown): { readonly code: string; readonly cure: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, cure: CURES[code] ?? STOP };
}

/**
 * Answers until the signal aborts, by `first` until told otherwise. Resolves when it listens; a port that cannot be opened is said in
 * the log, and Crier goes on without: alerts matter more. It is said with what is answered next: where a Crier runs already, the lock of
 * its store tells that better.
 */
export async function serve({ host, port, log, signal }: ServerParts, first: Answers): Promise<Served> {
  let answers = first;
  const server = createServer(SILENCE, (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET' }).end();
    // What is asked for need not be a URL.
    const path = request.url?.split('?', 1)[0] ?? '';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer === undefined) return void response.writeHead(404).end();
    reply(response, answer).catch((error: unknown) => {
      log.warn({ err: error }, 'A monitoring request failed');
      response.writeHead(503).end();
    });
  });
  server.maxConnections = MOST_ASKERS;
  server.listen(port, host);
  try {
    await once(server, 'listening', { signal });
    server.on('error', (error) => log.warn({ err: error }, 'Monitoring trouble'));
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
          `Nobody can monitor Crier: HTTP_PORT cannot be opened. ${whyDeaf(error).cure} Then start Crier again`,
        );
      },
    };
  }
}

async function reply(response: ServerResponse, answer: () => Answer | Promise<Answer>): Promise<void> {
  const { status, contentType, body } = await answer();
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** `facts` as JSON; 503 where Crier is not well. */
export function health(facts: { readonly well: boolean; readonly [fact: string]: unknown }): Answer {
  return { status: facts.well ? 200 : 503, contentType: 'application/json', body: JSON.stringify(facts) };
}

/** The event loop turns, and nothing else: whoever restarts Crier where it does not is right to. */
export const alive = (): Answer => ({ status: 200, contentType: 'text/plain', body: 'alive\n' });
