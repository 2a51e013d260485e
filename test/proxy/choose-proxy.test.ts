import { expect, test } from 'vitest';
import { chooseProxy, isLocalHost, type ProxySettings, parseProxyAddress } from '../../src/proxy/proxy.ts';

const P = 'http://proxy.example:3128';
const ALL_DIRECT = { HTTPS_PROXY: P, HTTP_PROXY: P };

test.each<[string, ProxySettings, string | null]>([
  ['https://game.example', { HTTPS_PROXY: P }, 'HTTPS_PROXY'],
  ['wss://game.example/economy', { HTTPS_PROXY: P }, 'HTTPS_PROXY'],
  ['http://game.example', { HTTPS_PROXY: P }, null],
  ['ws://game.example', { HTTPS_PROXY: P }, null],
  ['http://game.example', { HTTP_PROXY: P }, 'HTTP_PROXY'],
  ['https://game.example', { HTTP_PROXY: P }, null],
  ['https://game.example', { ALL_PROXY: P }, 'ALL_PROXY'],
  ['ws://game.example', { ALL_PROXY: P, HTTPS_PROXY: P }, 'ALL_PROXY'],
  ['https://game.example', {}, null],
])('%s with %j is reached through %s', (address, settings, setting) => {
  expect(chooseProxy(address, settings)?.setting ?? null).toBe(setting);
});

// The rule of curl and Node: a local exemption without NO_PROXY would bypass a proxy that must see the request.
test.each([
  ['https://localhost:8080', 'localhost', 'localhost'],
  ['http://crier.localhost', 'crier.localhost', '.localhost'],
  ['http://127.0.0.1:9', '127.0.0.1', '127.0.0.0/8'],
  ['ws://[::1]:8080', '::1', '::1'],
  ['wss://10.1.2.3', '10.1.2.3', '10.1.2.3'],
])('%s, a local address, uses the proxy unless NO_PROXY lists it', (address, target, entry) => {
  expect(chooseProxy(address, ALL_DIRECT)).toMatchObject({ origin: P, target });
  expect(chooseProxy(address, { ...ALL_DIRECT, NO_PROXY: entry })).toBeNull();
});

test.each([
  ['localhost', true],
  ['crier.localhost', true],
  ['127.9.9.9', true],
  ['192.168.1.7', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['::1', true],
  ['fd12::1', true],
  ['2001:db8::1', false],
  ['notlocalhost', false],
  ['game.example', false],
])('%s counts as a local address: %s', (host, isLocal) => {
  expect(isLocalHost(host)).toBe(isLocal);
});

test.each([
  ['game.example', 'https://game.example', true],
  ['game.example', 'https://api.game.example', true],
  ['.game.example', 'https://api.game.example', true],
  ['*.game.example', 'https://api.game.example', true],
  ['game.example', 'https://endgame.example', false],
  ['GAME.example', 'https://Game.Example', true],
  ['a.example, game.example', 'https://game.example', true],
  ['a.example game.example', 'https://game.example', true],
  ['game.example:443', 'https://game.example', true],
  ['game.example:8443', 'https://game.example', false],
  ['game.example:8443', 'wss://game.example:8443', true],
  ['*', 'https://game.example', true],
  ['10.0.0.0/8', 'http://10.1.2.3', true],
  ['10.0.0.0/8', 'http://11.1.2.3', false],
  ['10.0.0.0/99', 'http://10.1.2.3', false],
  ['192.0.2.7', 'http://192.0.2.7:9', true],
  ['fd00::/8', 'http://[fd12::1]', true],
  ['[fd12::1]:80', 'http://[fd12:0::1]', true],
  ['2.7', 'http://192.0.2.7', false],
  ['', 'https://game.example', false],
  [', ,', 'https://game.example', false],
])('NO_PROXY=%s exempts %s: %s', (NO_PROXY, address, isExempt) => {
  expect(chooseProxy(address, { ...ALL_DIRECT, NO_PROXY }) === null).toBe(isExempt);
});

test.each([
  ['proxy.example:3128', 'http://proxy.example:3128'],
  ['http://proxy.example', 'http://proxy.example'],
  ['https://user:pass@proxy.example:8443/', 'https://proxy.example:8443'],
  ['socks5://proxy.example:1080', undefined],
  ['http://proxy.example/path', undefined],
  ['http://', undefined],
  ['http://proxy.example:99999', undefined],
  ['http://proxy.example?x', undefined],
])('the proxy address %s is parsed as %s', (text, origin) => {
  expect(parseProxyAddress(text)?.origin).toBe(origin);
});

test.each([
  ['http://ada:p%40ss@proxy.example', 'ada:p@ss'],
  ['http://ada@proxy.example', 'ada:'],
  ['http://ada:100%25@proxy.example', 'ada:100%'],
  ['http://ada:100%@proxy.example', 'ada:100%'],
])('the credentials of %s are sent, and omitted from the origin', (HTTPS_PROXY, credentials) => {
  const proxy = chooseProxy('https://game.example', { HTTPS_PROXY });
  expect(proxy).toMatchObject({
    origin: 'http://proxy.example',
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
});
