import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { Socket } from 'node:net';
import { type HttpProxy, ProxyFault } from './choose-proxy.ts';

/**
 * Opens a TCP connection to a host through a proxy, by CONNECT. The proxy resolves the host's name.
 *
 * @param signal ends the attempt; it is the only deadline
 * @returns the connection, which the caller closes
 * @throws ProxyFault if the proxy is not reached or refuses
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
    // The environment (NODE_TLS_REJECT_UNAUTHORIZED) cannot turn this off.
    rejectUnauthorized: true,
    signal,
  });
  connecting.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
    if (statusCode >= 200 && statusCode < 300) {
      // The peer may have spoken first.
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
      return;
    }
    socket.destroy();
    reject(new ProxyFault(proxy, String(statusCode)));
  });
  // A proxy that is none answers CONNECT like any other request.
  connecting.on('response', (response) => {
    response.destroy();
    reject(new ProxyFault(proxy, String(response.statusCode)));
  });
  connecting.on('error', (error) => reject(new ProxyFault(proxy, codeOf(error), { cause: error })));
  connecting.end();
  return promise;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
