import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { BAD_GATEWAY_PAGE, PARKED_PAGE } from './proxy-pages.ts';

export interface UpgradeFaultOptions {
  /** `Retry-After`, in seconds or as a date. The default is 2. */
  readonly retryAfter?: string | number;
}

/** A status (0: none is sent) and the raw answer to an upgrade. `accepts` accepts it, with changes afterwards. */
export type UpgradeFault =
  | {
      readonly status: number;
      readonly answer: (socket: Duplex, request: IncomingMessage, options: UpgradeFaultOptions) => void;
    }
  | { readonly accepts: 'without-hello' | 'then-closes' };

/** Every fault of an upgrade. */
export const UPGRADE_FAULTS = {
  'bad-gateway': refusal(502, 'Bad Gateway', BAD_GATEWAY_PAGE),
  unavailable: refusal(503, 'Service Unavailable', BAD_GATEWAY_PAGE, ({ retryAfter = 2 }) => [
    `Retry-After: ${retryAfter}`,
  ]),
  moved: refusal(301, 'Moved Permanently', '', () => ['Location: https://example.com/economy/v2/ws']),
  unauthorized: refusal(401, 'Unauthorized'),
  forbidden: refusal(403, 'Forbidden'),
  'upgrade-required': refusal(426, 'Upgrade Required', '', () => ['Upgrade: websocket']),
  'html-200': refusal(200, 'OK', PARKED_PAGE),
  /** Reads the request and never answers it. */
  'never-answered': { status: 0, answer: () => {} },
  'wrong-accept': {
    status: 101,
    answer: (socket) => switchProtocols(socket, [`Sec-WebSocket-Accept: ${acceptOf('no')}`]),
  },
  'unasked-extension': {
    status: 101,
    answer(socket, { headers }) {
      const accept = acceptOf(headers['sec-websocket-key'] ?? '');
      switchProtocols(socket, [`Sec-WebSocket-Accept: ${accept}`, 'Sec-WebSocket-Extensions: x-unasked-for']);
    },
  },
  'no-hello': { accepts: 'without-hello' },
  'accept-then-close': { accepts: 'then-closes' },
} as const satisfies Record<string, UpgradeFault>;

export type UpgradeFaultName = keyof typeof UPGRADE_FAULTS;

function refusal(
  status: number,
  reason: string,
  body = '',
  more: (options: UpgradeFaultOptions) => string[] = () => [],
): UpgradeFault {
  return {
    status,
    answer: (socket, _request, options) => refuseUpgrade(socket, status, reason, body, more(options)),
  };
}

/** Answers an upgrade with a plain HTTP response and hangs up. */
export function refuseUpgrade(socket: Duplex, status: number, reason: string, body = '', more: string[] = []): void {
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: text/html',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function switchProtocols(socket: Duplex, more: string[]): void {
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', ...more];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
}

/** RFC 6455, 4.2.2: the proof that the server has read the key. */
function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}
