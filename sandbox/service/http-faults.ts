import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { BAD_GATEWAY_PAGE, PARKED_PAGE } from './proxy-pages.ts';

/** What a fault may be told; what is left out is as given here. */
export interface HttpFaultOptions {
  /** `Retry-After`, in seconds or as a date: 2. */
  readonly retryAfter?: string | number;
  /** Share of broken records, in per cent: 10. */
  readonly percent?: number;
  /** Length of an enormous body, unpacked: 256 MiB. */
  readonly bytes?: number;
  /** Pause between two bytes of a dripping body: 50. */
  readonly dripMs?: number;
}

export interface HttpExchange {
  readonly response: ServerResponse;
  readonly options: HttpFaultOptions;
  /** The body a sound service would send. */
  soundBody(): Promise<Buffer>;
}

/** Who is at fault: the proxy for any path at all, or the service for its own routes. */
export interface HttpFault {
  readonly by: 'proxy' | 'service';
  readonly answer: (exchange: HttpExchange) => void | Promise<void>;
}

/** Everything that can go wrong with an answer. */
export const HTTP_FAULTS = {
  'not-cached': service(({ response }) => json(response, 500, '{"error":"NOT_CACHED"}')),
  'internal-error': service(({ response }) => json(response, 500, '{"error":"INTERNAL_ERROR"}')),
  'bad-gateway': proxy(({ response }) => page(response, 502, BAD_GATEWAY_PAGE)),
  unavailable: proxy(({ response, options }) => {
    response.setHeader('retry-after', options.retryAfter ?? 2);
    page(response, 503, BAD_GATEWAY_PAGE);
  }),
  'html-200': proxy(({ response }) => page(response, 200, PARKED_PAGE)),
  silent: proxy(() => {}),
  /** Ends half-way of the promised length. */
  truncated: service(async ({ response, soundBody }) => {
    const body = await soundBody();
    response.writeHead(200, { ...JSON_TYPE, 'content-length': body.length });
    response.write(half(body), () => response.destroy());
  }),
  /** Ends half-way, without the last chunk. */
  'truncated-chunked': service(async ({ response, soundBody }) => {
    const body = await soundBody();
    response.writeHead(200, JSON_TYPE);
    response.write(half(body), () => response.destroy());
  }),
  'slow-drip': service(async ({ response, options, soundBody }) => {
    response.writeHead(200, JSON_TYPE);
    for (const byte of await soundBody()) {
      if (response.destroyed) return;
      response.write(Uint8Array.of(byte));
      await sleep(options.dripMs ?? 50, undefined, { ref: false });
    }
    response.end();
  }),
  enormous: service(({ response, options }) => {
    response.writeHead(200, JSON_TYPE);
    return pour(blankArray(options.bytes ?? ENORMOUS_BYTES), response);
  }),
  'gzip-bomb': service(({ response, options }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    return pour(blankArray(options.bytes ?? ENORMOUS_BYTES).pipe(createGzip({ level: 1 })), response);
  }),
  'empty-array': service(({ response }) => json(response, 200, '[]')),
  'not-an-array': service(({ response }) => json(response, 200, '{"shops":[]}')),
  'broken-records': service(async ({ response, options, soundBody }) => {
    json(response, 200, breakRecords(await soundBody(), options.percent ?? 10));
  }),
} as const satisfies Record<string, HttpFault>;

export type HttpFaultName = keyof typeof HTTP_FAULTS;

const JSON_TYPE = { 'content-type': 'application/json' };
const ENORMOUS_BYTES = 256 * 2 ** 20;
const BROKEN: readonly unknown[] = [null, 7, 'shop', [], {}, { id: 'x' }, { id: 1, item: null }, { price: -1 }];

function proxy(answer: HttpFault['answer']): HttpFault {
  return { by: 'proxy', answer };
}

function service(answer: HttpFault['answer']): HttpFault {
  return { by: 'service', answer };
}

function json(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, JSON_TYPE).end(body);
}

function page(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html);
}

const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

/** `[`, blanks and `]`: a sound array, but of so many bytes. */
function blankArray(bytes: number): Readable {
  const blanks = Buffer.alloc(65_536, ' ');
  return Readable.from(
    (function* () {
      yield '[';
      for (let left = bytes; left > 0; left -= blanks.length) yield blanks;
      yield ']';
    })(),
  );
}

async function pour(source: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(source, response);
  } catch {
    // The client hung up before the end, as a careful one should.
  }
}

/** Spreads so many per cent of broken records evenly over an array. */
function breakRecords(body: Buffer, percent: number): string {
  const records: unknown[] = JSON.parse(body.toString());
  const share = percent / 100;
  const isBroken = (index: number) => Math.floor((index + 1) * share) > Math.floor(index * share);
  return JSON.stringify(records.map((record, index) => (isBroken(index) ? BROKEN[index % BROKEN.length] : record)));
}
