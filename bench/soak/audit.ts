import type { Message } from '../../sandbox/discord/world/entities.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { placeOf, serialsIn } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** How the journal and Discord compare when all is over; but for the first three, every figure should be 0. */
export interface Audit {
  readonly heard: number;
  readonly notices: number;
  readonly bargains: number;
  /** Notices that stand nowhere in their channel. */
  readonly lost: number;
  /** Tellings of one thing in one channel beyond the first. */
  readonly doubled: number;
  /** Tellings that the journal knows nothing of. */
  readonly madeUp: number;
  /** Events in the journal without their two notices, and bargains in the snapshot without one for everybody. */
  readonly unrouted: number;
  /** Notices that stand in a message before that of an earlier one. */
  readonly outOfOrder: number;
  readonly dropped: number;
  readonly undelivered: number;
  readonly waiting: number;
}

export async function audit(world: SoakWorld): Promise<Audit> {
  const ledger = await readLedger(world.ask);
  const key = (target: string, serial: number) => `${target} ${serial}`;
  const noticed = countEach(ledger.notices.map(({ target, serial }) => key(target, serial)));
  const told = countEach(
    [...world.destinations()].flatMap(([target, channel]) =>
      world.discord
        .messages(channel)
        .flatMap((message) => serialsIn(textOf(message)).map((serial) => key(target, serial))),
    ),
  );
  const perSerial = countEach(ledger.notices.map(({ serial }) => serial));
  const bargains = world.listedAt.flatMap((at, number) => (at < ledger.snapshotAt ? [placeOf(number)] : []));
  return {
    heard: ledger.heard.length,
    notices: ledger.notices.length,
    bargains: bargains.length,
    lost: [...noticed.keys()].filter((one) => !told.has(one)).length,
    doubled: [...told.values()].reduce((sum, times) => sum + times - 1, 0),
    madeUp: [...told.keys()].filter((one) => !noticed.has(one)).length,
    unrouted:
      ledger.heard.filter((price) => perSerial.get(price) !== 2).length +
      bargains.filter((place) => perSerial.get(place) !== world.people.length).length,
    outOfOrder: outOfOrder(ledger, world),
    dropped: ledger.notices.filter(({ why }) => why !== null).length,
    undelivered: ledger.undelivered,
    waiting: ledger.waiting,
  };
}

export function isFlawless({
  lost,
  doubled,
  madeUp,
  unrouted,
  outOfOrder,
  dropped,
  undelivered,
  waiting,
}: Audit): boolean {
  return lost + doubled + madeUp + unrouted + outOfOrder + dropped + undelivered + waiting === 0;
}

function outOfOrder({ notices }: Ledger, world: SoakWorld): number {
  let count = 0;
  for (const [target, channel] of world.destinations()) {
    const toldIn = new Map<number, number>();
    for (const [at, message] of world.discord.messages(channel).entries()) {
      for (const serial of serialsIn(textOf(message))) toldIn.set(serial, at);
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

function textOf({ content, embeds }: Message): string {
  return `${content} ${JSON.stringify(embeds)}`;
}
