import type { IncomingMessage, ServerResponse } from 'node:http';
import { readWebFile } from './web-files.ts';

/** Paths of files and emojis of the local Discord. */
const onCdn = /^\/(?:attachments\/\d+\/\d+\/[^/]+|emojis\/\d+\.\w+)$/;
const shownInline = /^image\/(?:png|jpeg|gif|webp)$/;

/** Whether a request names this server. Other names that resolve to it (DNS rebinding) are rejected. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  return [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`].includes(headers.host ?? '');
}

/** Whether this server's own page opens a WebSocket. */
export function isOwnPage(request: IncomingMessage): boolean {
  return isLocal(request) && request.headers.origin === `http://${request.headers.host}`;
}

/** Answers the page's plain requests: its files, and those of the local Discord's CDN. */
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  discordUrl: string,
): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders(request.headers.host ?? '')))
    response.setHeader(name, value);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (!isLocal(request)) return plain(response, 421, 'Not at this address');
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'Only to be read');
  if (path === '/' || path === '/client') return void response.writeHead(302, { location: '/client/' }).end();
  if (onCdn.test(path)) return passFile(new URL(path, discordUrl), response);
  const file = await readWebFile(path);
  if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body);
  else plain(response, 404, 'Nothing here');
}

function securityHeaders(host: string): Record<string, string> {
  const rules = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': `'self' ws://${host}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(rules)
      .map((rule) => rule.join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

async function passFile(url: URL, response: ServerResponse): Promise<void> {
  const found = await fetch(url);
  const type = found.headers.get('content-type') ?? '';
  if (!found.ok) return plain(response, 404, 'Nothing here');
  const bytes = Buffer.from(await found.arrayBuffer());
  if (!shownInline.test(type)) response.setHeader('content-disposition', 'attachment');
  response.writeHead(200, { 'content-type': type }).end(bytes);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
