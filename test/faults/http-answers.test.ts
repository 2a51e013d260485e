import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Validators } from '../../src/service/http/answer.ts';
import { wholeJson } from '../../src/service/http/body.ts';
import { Http } from '../../src/service/http/http.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';

/** Stands on: a real HTTP server on a socket, with answers set by the test. */

async function ask(answer: (response: ServerResponse) => void, deadlineMs = 5_000, validators: Validators = {}) {
  const { url } = await openTestHttpServer((_request, response) => answer(response));
  const http = new Http({ userAgent: 'Crier/test', now: () => 0 });
  onTestFinished(() => http.close());
  return http.get({ url, signal: AbortSignal.timeout(deadlineMs), maxBytes: 100_000, validators }, wholeJson);
}

const end =
  (status: number, body: string | Buffer, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };
const encoded = (encoding: string, body: Buffer) => end(200, body, { 'content-encoding': encoding });
const cutOff = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 100 }).write('[{"id":1}');
  setImmediate(() => response.destroy());
};
const BLANKS = Buffer.alloc(65_536, ' ');
const halfZipped = gzipSync('[1,2,3]').subarray(0, -9);

test.each([
  ['fault 33: NOT_CACHED', end(500, '{"error":"NOT_CACHED"}'), { kind: 'not-cached' }],
  ['fault 34: INTERNAL_ERROR', end(500, '{"error":"INTERNAL_ERROR"}'), { kind: 'internal-error' }],
  ['fault 35: a 502 of the proxy', end(502, '<html>'), { kind: 'proxy-error', why: 'status 502' }],
  ['fault 35: a 500 of the proxy', end(500, '<html>'), { kind: 'proxy-error' }],
  ['fault 35: 200 HTML', end(200, '<html>', { 'content-type': 'text/html' }), { kind: 'not-json' }],
  ['fault 35: 200 HTML without a type', end(200, '<html>'), { kind: 'not-json' }],
  ['fault 36: truncated', cutOff, { kind: 'truncated' }],
  ['fault 36: truncated gzip', encoded('gzip', halfZipped), { kind: 'truncated' }],
  ['fault 37: a gzip bomb', encoded('gzip', gzipSync(Buffer.alloc(50_000_000))), { kind: 'too-large' }],
  ['a garbled gzip', encoded('gzip', Buffer.from('nothing of the kind')), { kind: 'not-as-expected' }],
  ['a redirect', end(301, '', { location: '/x' }), { kind: 'refused' }],
  ['404', end(404, ''), { kind: 'not-found' }],
  ['a 503 with Retry-After', end(503, '', { 'retry-after': '7' }), { kind: 'proxy-error', retryAfterMs: 7_000 }],
  ['an unrequested 304', end(304, ''), { kind: 'refused' }],
  ['gzip', encoded('gzip', gzipSync('[1]')), { kind: 'ok', value: [1] }],
  ['br', encoded('br', brotliCompressSync('[1]')), { kind: 'ok', value: [1] }],
  ['zstd', encoded('zstd', zstdCompressSync('[1]')), { kind: 'ok', value: [1] }],
])('%s is read as its own kind of result', async (_name, answer, expected) => {
  expect(await ask(answer)).toMatchObject(expected);
});

test('fault 37: a download of 300 MB stops at the limit, apart from bytes already sent', async () => {
  let written = 0;
  const hungUp = Promise.withResolvers<void>();
  const pour = (response: ServerResponse) => {
    while (written < 300e6) {
      written += BLANKS.length;
      if (!response.write(BLANKS)) return void response.once('drain', () => pour(response));
    }
    response.end();
  };
  const answer = (response: ServerResponse) => {
    response.on('close', hungUp.resolve).writeHead(200);
    pour(response);
  };
  expect(await ask(answer)).toMatchObject({ kind: 'too-large' });
  await hungUp.promise;
  expect(written).toBeLessThan(20e6);
});

test('a conditional request returns its 304', async () => {
  expect(await ask(end(304, ''), 5_000, { etag: '"1"' })).toMatchObject({ kind: 'not-modified' });
});

test('fault 38: a slow drip ends at the total deadline', async () => {
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  expect(await ask(drip, 150)).toMatchObject({ kind: 'timed-out' });
});

test('fault 9: a refused connection is reported as unreachable', async () => {
  const http = new Http({ userAgent: 'Crier/test', now: () => 0 });
  const options = { url: 'http://127.0.0.1:1/', signal: AbortSignal.timeout(5_000), maxBytes: 1 };
  expect(await http.get(options, wholeJson)).toMatchObject({ kind: 'unreachable', why: 'ECONNREFUSED' });
  await http.close();
});
