import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { BAD_GATEWAY_PAGE, PARKED_PAGE } from './proxy-pages.ts';

/** Parameters of faults, with their defaults. */
export interface HttpFaultOptions {
  /** `Retry-After`, in seconds or as a date. The default is 2. */
  readonly retryAfter?: string | number;
  /** Share of broken records, in per cent. The default is 10. */
  readonly percent?: number;
  /** Unpacked length of an enormous body. The default is 256 MiB. */
  readonly bytes?: number;
  /** Pause between two bytes of a dripping body, in ms. The default is 50. */
  readonly dripMs?: number;
}

export interface HttpExchange {
  readonly response: ServerResponse;
  readonly options: HttpFaultOptions;
  /** The body without a fault. */
  soundBody(): Promise<Buffer>;
}

/** Scope of a fault: the proxy fails on any path, the service only on its own routes. */
export interface HttpFault {
  readonly by: 'proxy' | 'service';
  readonly answer: (exchange: HttpExchange) => void | Promise<void>;
}

/** Every fault of an HTTP answer. */
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
  /** Ends at half of the promised length. */
  truncated: service(async ({ response, soundBody }) => {
    const body = await soundBody();
    response.writeHead(200, { ...JSON_TYPE, 'content-length': body.length });
    response.write(half(body), () => response.destroy());
  }),
  /** Ends at half, without the last chunk. */
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

/** `[`, blanks and `]`: a valid array of `bytes` bytes. */
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
    // The client hung up before the end, as a careful one does.
  }
}

/** Spreads broken records evenly over an array: `percent` of its records. */
function breakRecords(body: Buffer, percent: number): string {
  const records: unknown[] = JSON.parse(body.toString());
  const share = percent / 100;
  const isBroken = (index: number) => Math.floor((index + 1) * share) > Math.floor(index * share);
  return JSON.stringify(records.map((record, index) => (isBroken(index) ? BROKEN[index % BROKEN.length] : record)));
}
