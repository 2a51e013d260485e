import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import { RemoteFault } from '../faults/remote-fault.ts';

/**
 * Codes of a failed connection to the proxy. Connections further on are made by the proxy alone, so that no other fault
 * has these codes.
 */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The status with which a proxy refused, in the wording of every version of undici. */
const REFUSED_BY_PROXY = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** A proxy opens no connection. The message is a sentence for the operator, without credentials. */
export class ProxyFault extends RemoteFault {
  override readonly name = 'ProxyFault';
  /** `proxy-407` for a status of the proxy, `proxy-ECONNREFUSED` if it is unreachable. */
  readonly code: string;

  /** @param reason the status with which the proxy refused, or the code of the error if it is unreachable */
  constructor(proxy: HttpProxy, reason: string, options?: ErrorOptions) {
    super(explainProxyFault(proxy, reason), options);
    this.code = `proxy-${reason}`;
  }
}

/**
 * Reads an error of undici as the fault of a proxy.
 * @returns null if it is another error
 */
export function proxyFaultOf(error: unknown, proxy: HttpProxy): ProxyFault | null {
  if (!(error instanceof Error)) return null;
  const [, status] = REFUSED_BY_PROXY.exec(error.message) ?? [];
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
  const reason = status ?? (NOT_CONNECTED.test(code) ? code : null);
  return reason === null ? null : new ProxyFault(proxy, reason, { cause: error });
}

/** Advises NO_PROXY for a host of this machine or its network. Empty for any other host. */
export function adviseNoProxy({ target }: HttpProxy): string {
  if (!isLocalHost(target)) return '';
  return `; ${target} is on this machine or its network: to reach it without the proxy, name it in NO_PROXY`;
}

function explainProxyFault(proxy: HttpProxy, reason: string): string {
  const { origin, setting, target } = proxy;
  const more = adviseNoProxy(proxy);
  if (reason === '407')
    return `the proxy ${origin} refuses its user or password (407): correct them in ${setting}${more}`;
  if (/^[45]\d\d$/.test(reason)) {
    const cure = reason === '403' ? `: allow ${target} in the proxy, or name it in NO_PROXY` : '';
    return `the proxy ${origin} does not connect to ${target} (${reason})${more || cure}`;
  }
  return `the proxy ${origin} is unreachable (${reason}): correct ${setting}, or start the proxy${more}`;
}

export interface ProxySettings {
  readonly HTTP_PROXY?: string | undefined;
  readonly HTTPS_PROXY?: string | undefined;
  readonly ALL_PROXY?: string | undefined;
  readonly NO_PROXY?: string | undefined;
}

export interface HttpProxy {
  /** The proxy's address without credentials, such as `http://proxy.example:3128`. Safe to log. */
  readonly origin: string;
  /** The value of `Proxy-Authorization`, or null without credentials. Secret. */
  readonly authorization: string | null;
  /** The setting that names it. */
  readonly setting: 'HTTP_PROXY' | 'HTTPS_PROXY' | 'ALL_PROXY';
  /** The host that is reached through it: a name or an IP address. */
  readonly target: string;
}

/**
 * Parses the address of a proxy. Without a scheme it counts as http, as with curl.
 * @returns null if it is not the address of an HTTP proxy
 */
export function parseProxyAddress(text: string): URL | null {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/') return null;
  return /[?#]/.test(text) ? null : url;
}

/**
 * Chooses the proxy for a connection by curl's rules: HTTPS_PROXY for https and wss, HTTP_PROXY for http and ws,
 * ALL_PROXY if the setting for the scheme is unset. NO_PROXY alone exempts hosts, including this machine's.
 * @param address an absolute http, https, ws or wss URL
 * @returns null if the connection is direct
 */
export function chooseProxy(address: string, settings: ProxySettings): HttpProxy | null {
  const target = new URL(address);
  const isSecure = target.protocol === 'https:' || target.protocol === 'wss:';
  const own = isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = settings[own] === undefined ? 'ALL_PROXY' : own;
  const url = parseProxyAddress(settings[setting] ?? '');
  const host = hostOf(target);
  const port = target.port || (isSecure ? '443' : '80');
  const exempt = (settings.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (url === null || exempt.some((entry) => matches(entry.toLowerCase(), host, port))) return null;
  return { origin: url.origin, authorization: authorizationOf(url), setting, target: host };
}

/** Returns the secrets of a proxy's address: its password as written and decoded, and the header made of both. */
export function secretsOfProxy(address: string): string[] {
  const url = parseProxyAddress(address);
  if (url === null) return [];
  const header = authorizationOf(url)?.replace('Basic ', '') ?? '';
  return [url.password, decodePercents(url.password), header];
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decodePercents(username)}:${decodePercents(password)}`).toString('base64')}`;
}

/** Decodes percent escapes, or returns the text itself if they are invalid. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A % that begins no escape stands for itself.
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Loopback, link-local and private networks (RFC 1918, RFC 4193), which a proxy on another machine cannot reach. */
const LOCAL_NETWORKS = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
];

/** Whether a host is on this machine or its network. */
export function isLocalHost(host: string): boolean {
  return /(?:^|\.)localhost$/.test(host) || LOCAL_NETWORKS.some((network) => inNetwork(network, host));
}

/**
 * Whether an entry of NO_PROXY covers a host: `*`, a host with or without a leading dot or `*.`, an IP address, or a
 * network such as 10.0.0.0/8, each with or without a port.
 */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inNetwork(entry, host);
  if (isIP(entry) !== 0) return inNetwork(`${entry}/${isIP(entry) === 4 ? 32 : 128}`, host);
  const [, bracketed, plain, onlyPort] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (bracketed !== undefined) return inNetwork(`${bracketed}/128`, host);
  const name = plain?.replace(/^\*?\./, '').replace(/\.$/, '');
  return name !== undefined && name !== '' && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

function inNetwork(network: string, host: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const family = isIP(base);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(base, Number(bits), kind);
  return list.check(host, kind);
}

/**
 * Opens a TCP connection to a host through a proxy with CONNECT. The proxy resolves the host's name.
 * @param signal ends the attempt; it is the only deadline
 * @returns the connection, which the caller closes
 * @throws ProxyFault if the proxy is unreachable or refuses
 */
export function openTunnel(
  proxy: HttpProxy,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { origin, authorization } = proxy;
  const { protocol, hostname, port: proxyPort } = new URL(origin);
  const request = protocol === 'https:' ? requestByHttps : requestByHttp;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const connecting = request({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: proxyPort || (protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: { host: authority, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    agent: false,
    // Set explicitly, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) could turn it off.
    rejectUnauthorized: true,
    signal,
  });
  connecting.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
    if (statusCode >= 200 && statusCode < 300) {
      // The peer may have sent data already.
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
      return;
    }
    socket.destroy();
    reject(new ProxyFault(proxy, String(statusCode)));
  });
  // A server that is no proxy answers CONNECT like any other request.
  connecting.on('response', (response) => {
    response.destroy();
    reject(new ProxyFault(proxy, String(response.statusCode)));
  });
  connecting.on('error', (error) => reject(new ProxyFault(proxy, errorCode(error), { cause: error })));
  connecting.end();
  return promise;
}

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
