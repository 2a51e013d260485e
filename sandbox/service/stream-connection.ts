import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** One client of the stream, seen from the service. */
export interface StreamConnection {
  readonly headers: IncomingHttpHeaders;
  /** Messages from the client. The service ignores them all. */
  readonly ignoredMessages: number;
  /** Resolves with the close code when the connection ends. 1006 means no close frame. */
  readonly closed: Promise<number>;
  /** Sends a whole message: a string as text, a Buffer as binary or as text that may be invalid UTF-8. */
  send(data: string | Buffer, as?: 'text' | 'binary'): void;
  /** Sends one text message with a frame for each part. */
  sendFragments(parts: readonly string[]): void;
  /** Sends raw bytes without a frame. */
  sendBytes(bytes: Buffer): void;
  /** Sends a WebSocket ping. */
  ping(): void;
  /** Sends a close frame with any code, allowed or not. */
  close(code?: number, reason?: string): void;
  /** Ends the TCP connection without a close frame. */
  cut(): void;
  /** Half-opens the connection: nothing is read, answered, sent or closed any more. */
  freeze(): void;
}

export function createStreamConnection(
  webSocket: WebSocket,
  socket: Duplex,
  request: IncomingMessage,
): StreamConnection {
  let ignoredMessages = 0;
  let isFrozen = false;
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<number>();
  webSocket.on('message', () => {
    ignoredMessages += 1;
  });
  // ws itself closes a client that resets the connection or breaks the protocol. 'close' follows.
  webSocket.on('error', () => {});
  webSocket.on('close', resolveClosed);

  const unlessFrozen = (act: () => void) => {
    if (!isFrozen) act();
  };

  return {
    headers: request.headers,
    get ignoredMessages() {
      return ignoredMessages;
    },
    closed,
    send: (data, as = 'text') => unlessFrozen(() => webSocket.send(data, { binary: as === 'binary' })),
    sendFragments: (parts) =>
      unlessFrozen(() => {
        for (const [index, part] of parts.entries()) webSocket.send(part, { fin: index === parts.length - 1 });
      }),
    sendBytes: (bytes) => unlessFrozen(() => socket.write(bytes)),
    ping: () => unlessFrozen(() => webSocket.ping()),
    close: (code = 1000, reason = '') => unlessFrozen(() => closeWith(webSocket, socket, code, reason)),
    cut: () => socket.destroy(),
    freeze() {
      isFrozen = true;
      webSocket.pause();
    },
  };
}

/** ws refuses codes that may not be sent (1005, 1006, 0-999, ...), so the frame for those is made by hand. */
function closeWith(webSocket: WebSocket, socket: Duplex, code: number, reason: string): void {
  const isAllowed =
    (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code < 5000);
  if (isAllowed) {
    webSocket.close(code, reason);
    return;
  }
  const text = Buffer.from(reason);
  const frame = Buffer.alloc(4 + text.length);
  frame[0] = 0x88;
  frame[1] = 2 + text.length;
  frame.writeUInt16BE(code, 2);
  text.copy(frame, 4);
  socket.end(frame);
}
