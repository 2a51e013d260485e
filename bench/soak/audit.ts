import { NONCE_WINDOW_MS } from '../../sandbox/discord/options.ts';
import { isDigest, type Post, sumsUp } from './digest.ts';
import { type Ledger, type LedgerNotice, readLedger } from './ledger.ts';
import { placeOf, serialsIn } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** The comparison of the journal with Discord at the end of a run. All figures but the first five should be 0. */
export interface Audit {
  readonly received: number;
  readonly notices: number;
  readonly bargains: number;
  readonly digests: number;
  /** Repeated deliveries after a retry for which Discord no longer knew the nonce: the bot was down for minutes. */
  readonly forgotten: number;
  /** Notices that are missing in their channel. */
  readonly lost: number;
  /** Repeated deliveries of one notice in one channel, without those of `forgotten`. */
  readonly doubled: number;
  /** Deliveries without a notice in the journal, and digests without a sealed message. */
  readonly madeUp: number;
  /** Digests whose counts or sums differ from their sealed notices; those notices count as lost, too. */
  readonly wrongDigests: number;
  /** Events in the journal without their two notices, and bargains in the snapshot without one notice per person. */
  readonly unrouted: number;
  /** The number of notices that were sent in an earlier message than an older notice. */
  readonly outOfOrder: number;
  readonly dropped: number;
  readonly undelivered: number;
  readonly waiting: number;
}

/** The delivered messages, the new shops in snapshots, and the number of people whom each concerns. */
export interface Delivered {
  /** Messages by target, named as in the journal; the oldest message first. */
  readonly messages: ReadonlyMap<string, readonly Post[]>;
  readonly bargains: readonly number[];
  readonly people: number;
}

export async function audit(world: SoakWorld): Promise<Audit> {
  const ledger = await readLedger(world.ask);
  return compare(ledger, {
    messages: new Map([...world.destinations()].map(([target, at]) => [target, world.discord.messages(at)])),
    bargains: world.listedAt.flatMap((at, number) => (at < ledger.snapshotAt ? [placeOf(number)] : [])),
    people: world.people.length,
  });
}

export function compare(ledger: Ledger, { messages, bargains, people }: Delivered): Audit {
  const sealed = Map.groupBy(ledger.notices, ({ nonce }) => nonce);
  const known = new Map([...messages].map(([target, all]) => [target, withoutForgotten(all)]));
  const read = new Map([...known].map(([target, all]) => [target, all.map((one) => readMessage(one, sealed))]));
  const forgotten = [...messages].flatMap(([target, all]) => {
    const kept = new Set(known.get(target));
    return all.filter((one) => !kept.has(one)).map((one) => readMessage(one, sealed));
  });
  const all = [...read.values()].flat();
  const key = (target: string, serial: number) => `${target} ${serial}`;
  const noticed = new Set(ledger.notices.map(({ target, serial }) => key(target, serial)));
  const delivered = countEach(
    [...read].flatMap(([target, ofTarget]) =>
      ofTarget.flatMap(({ serials }) => serials.map((one) => key(target, one))),
    ),
  );
  const perSerial = countEach(ledger.notices.map(({ serial }) => serial));
  return {
    received: ledger.received.length,
    notices: ledger.notices.length,
    bargains: bargains.length,
    digests: all.filter(({ digest }) => digest !== null).length,
    forgotten: forgotten.reduce((sum, { serials }) => sum + serials.length, 0),
    lost: [...noticed].filter((one) => !delivered.has(one)).length,
    doubled: [...delivered.values()].reduce((sum, times) => sum + times - 1, 0),
    madeUp:
      [...delivered.keys()].filter((one) => !noticed.has(one)).length +
      all.filter(({ digest }) => digest === 'unknown').length,
    wrongDigests: all.filter(({ digest }) => digest === 'wrong').length,
    unrouted:
      ledger.received.filter((price) => perSerial.get(price) !== 2).length +
      bargains.filter((place) => perSerial.get(place) !== people).length,
    outOfOrder: outOfOrder(ledger, read),
    dropped: ledger.notices.filter(({ why }) => why !== null).length,
    undelivered: ledger.undelivered,
    waiting: ledger.waiting,
  };
}

export function isFlawless(result: Audit): boolean {
  const { lost, doubled, madeUp, wrongDigests, unrouted, outOfOrder, dropped, undelivered, waiting } = result;
  const faults = [lost, doubled, madeUp, wrongDigests, unrouted, outOfOrder, dropped, undelivered, waiting];
  return faults.every((count) => count === 0);
}

/** Drops messages that repeat the nonce of an earlier one after Discord's memory of it. */
function withoutForgotten(messages: readonly Post[]): readonly Post[] {
  const latestAt = new Map<string, number>();
  return messages.filter(({ nonce, createdAtMs }) => {
    if (nonce === null) return true;
    const at = latestAt.get(nonce);
    latestAt.set(nonce, createdAtMs);
    return at === undefined || createdAtMs - at <= NONCE_WINDOW_MS;
  });
}

/** The serials that a message delivers. `digest`: null for a message that lists its items one by one. */
interface ReadMessage {
  readonly serials: readonly number[];
  readonly digest: 'right' | 'wrong' | 'unknown' | null;
}

/** A digest delivers its sealed notices if its counts and sums match them exactly. */
function readMessage(message: Post, sealed: ReadonlyMap<string | null, readonly LedgerNotice[]>): ReadMessage {
  if (!isDigest(message)) return { serials: serialsIn(textOf(message)), digest: null };
  const notices = message.nonce === null ? undefined : sealed.get(message.nonce);
  if (notices === undefined) return { serials: [], digest: 'unknown' };
  if (!sumsUp(message, notices)) return { serials: [], digest: 'wrong' };
  return { serials: notices.map(({ serial }) => serial), digest: 'right' };
}

function outOfOrder({ notices }: Ledger, read: ReadonlyMap<string, readonly ReadMessage[]>): number {
  let count = 0;
  for (const [target, messages] of read) {
    const toldIn = new Map<number, number>();
    for (const [at, { serials }] of messages.entries()) {
      for (const serial of serials) toldIn.set(serial, at);
    }
    let latest = 0;
    for (const { serial } of notices.filter((notice) => notice.target === target)) {
      const at = toldIn.get(serial) ?? latest;
      if (at < latest) count += 1;
      latest = Math.max(latest, at);
    }
  }
  return count;
}

function countEach<T>(things: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

function textOf({ content, embeds }: Post): string {
  return `${content} ${JSON.stringify(embeds)}`;
}
