import type { StreamConnection } from './stream-connection.ts';

export interface StreamFaultOptions {
  /** Close code. The default is 1011. */
  readonly code?: number;
  /** Length of an oversized message. The default is 64 MiB. */
  readonly bytes?: number;
  /** Frames of a fragmented message, or depth of nested arrays. The default is 100,000. */
  readonly count?: number;
}

type StreamFault = (connection: StreamConnection, options: StreamFaultOptions) => void;

/** Every fault of an open stream. */
export const STREAM_FAULTS = {
  cut: (connection) => connection.cut(),
  freeze: (connection) => connection.freeze(),
  close: (connection, { code = 1011 }) => connection.close(code, 'on demand'),
  /** A frame that promises 100 bytes of text, six of them, and the end. */
  'cut-in-mid-frame': (connection) => {
    connection.sendBytes(Buffer.from([0x81, 100, ...Buffer.from('{"even')]));
    connection.cut();
  },
  /** A frame marked as compressed without an agreed extension. */
  'unasked-compression': (connection) => connection.sendBytes(Buffer.from([0xc1, 2, 0x4b, 0x04])),
  'not-json': (connection) => connection.send('tick tock'),
  null: (connection) => connection.send('null'),
  array: (connection) => connection.send('[]'),
  binary: (connection) => connection.send(Buffer.from(soundAuction()), 'binary'),
  'invalid-utf8': (connection) => connection.send(Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22])),
  oversized: (connection, { bytes = 64 * 2 ** 20 }) => connection.send(`"${'x'.repeat(bytes)}"`),
  fragments: (connection, { count = 100_000 }) => connection.sendFragments(['"', ...Array(count).fill('x'), '"']),
  'deep-nesting': (connection, { count = 100_000 }) => connection.send('['.repeat(count) + ']'.repeat(count)),
  proto: (connection) => {
    connection.send(
      '{"__proto__":{"event":"auctionComplete","polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    connection.send(auction({ item: '{"type":"__proto__","quantity":1,"name":"__proto__","snbt":"{}"}' }));
  },
  'unknown-event': (connection) => connection.send('{"event":"shopOpened","timestamp":1,"data":{"id":7}}'),
  'missing-fields': (connection) => {
    connection.send('{}');
    connection.send('{"event":"auctionComplete","timestamp":1}');
    connection.send('{"event":"auctionComplete","timestamp":1,"data":{"amount":1,"finalBid":1}}');
    connection.send('{"event":"shopTransaction","timestamp":1,"data":{"type":"buyFromShop","currencyAmount":1}}');
  },
  /** A valid auction with fields that no document describes. */
  'extra-fields': (connection) => connection.send(auction({ more: ',"bidder":{"name":"x"},"lot":[1,2]' })),
  'negative-numbers': (connection) => connection.send(auction({ amount: '-5', finalBid: '-1' })),
  'huge-numbers': (connection) => connection.send(auction({ amount: '1', finalBid: '1e308' })),
  'unsafe-integers': (connection) =>
    connection.send(auction({ amount: '9007199254740993', finalBid: '9007199254740995' })),
} as const satisfies Record<string, StreamFault>;

export type StreamFaultName = keyof typeof STREAM_FAULTS;

const DIAMOND = '{"type":"DIAMOND","quantity":1,"name":"Diamond","snbt":"{}"}';

/** An auction in the newest form as text, so that it may hold a number that JSON.stringify would not write. */
function auction({ item = DIAMOND, amount = '3', finalBid = '7', more = '' }): string {
  const data = `{"item":${item},"amount":${amount},"finalBid":${finalBid}${more}}`;
  return `{"event":"auctionComplete","timestamp":${Date.now()},"data":${data}}`;
}

const soundAuction = () => auction({});
