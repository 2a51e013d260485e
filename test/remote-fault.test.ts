import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { remoteFaultOf } from '../src/faults/remote-fault.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error(`it says ${code}`), { code, ...more });
const answered = (status: number, code: number | undefined) =>
  new DiscordAPIError({ message: 'No', code: code ?? 0 }, code ?? 0, status, 'PUT', 'http://discord/x', {
    body: { name: 'what Ada typed' },
    files: undefined,
  });

async function errorOf(socket: Socket): Promise<unknown> {
  onTestFinished(() => void socket.destroy());
  const [error] = await once(socket, 'error').catch((thrown) => [thrown]);
  return error;
}

test('a refused connection, an unknown name and a cut are logged as facts, without a stack trace', async () => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(remoteFaultOf(await errorOf(connect(9, '127.0.0.1')))).toEqual({
    type: 'Error',
    message: 'connect ECONNREFUSED 127.0.0.1:9',
    code: 'ECONNREFUSED',
  });
  expect(remoteFaultOf(await errorOf(connect(9, 'nowhere.invalid')))).toMatchObject({ type: 'Error' });
  expect(remoteFaultOf(await errorOf(connect(port, '127.0.0.1')))).toMatchObject({ code: 'ECONNRESET' });
});

test.each([
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'HPE_INVALID_CONSTANT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s is a network error', (code) => {
  expect(remoteFaultOf(coded(code))).toEqual({ type: 'Error', message: `it says ${code}`, code });
});

test('an error of several addresses for one name includes the reason of each', () => {
  const error = Object.assign(new AggregateError([coded('A'), coded('B')]), { code: 'ECONNREFUSED' });
  expect(remoteFaultOf(error)).toMatchObject({ message: 'Error: it says A; Error: it says B', code: 'ECONNREFUSED' });
});

test('a temporary failure of Discord or its proxy is logged as facts, without the request body', () => {
  const unable = new HTTPError(503, 'Service Unavailable', 'GET', 'http://discord/x', { body: {}, files: undefined });
  expect(remoteFaultOf(unable)).toEqual({
    type: 'HTTPError',
    message: 'Service Unavailable',
    status: 503,
    method: 'GET',
    url: 'http://discord/x',
  });
  expect(remoteFaultOf(answered(500, 0))).not.toBeNull();
  expect(remoteFaultOf(answered(429, 20_028))).not.toBeNull();
  expect(remoteFaultOf(answered(403, undefined)), 'a firewall’s page').not.toBeNull();
  expect(JSON.stringify(remoteFaultOf(answered(403, undefined)))).not.toContain('Ada');
  const limit = { global: true, hash: 'h', limit: 1, majorParameter: 'm', method: 'GET', retryAfter: 7, route: '/x' };
  const more = { scope: 'global' as const, sublimitTimeout: 0, timeToReset: 7, url: 'http://discord/x' };
  expect(remoteFaultOf(new RateLimitError({ ...limit, ...more }))).toMatchObject({ retryAfter: 7, scope: 'global' });
  expect(remoteFaultOf(AbortSignal.abort().reason)).toMatchObject({ type: 'AbortError' });
});

test.each([
  ['a fault of ours', new TypeError('x is not a function')],
  ['what cannot be read', new SyntaxError('Unexpected token')],
  ['Discord’s word on what Crier asked', answered(404, 10_062)],
  ['a request that is wrong', answered(400, 0)],
  ['a wrong use of Node', coded('ERR_INVALID_ARG_TYPE')],
  ['a wrong use of undici', coded('UND_ERR_INVALID_ARG')],
  ['a file that is not there', coded('ENOENT', { syscall: 'open' })],
  ['no error', 'a word'],
])('%s keeps its stack trace', (_what, error) => {
  expect(remoteFaultOf(error)).toBeNull();
});
