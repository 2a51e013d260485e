import type { Channel, Message } from '../../sandbox/discord/world/entities.ts';
import { isDigest, sumsUp } from './digest.ts';
import { readSealedNotices } from './ledger.ts';
import { placeOf, priceOf, serialsIn } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** What was told of all that happened, by what stood in Discord alone. All figures but the first four should be 0. */
export interface DaysLedger {
  readonly told: number;
  /** Nobody was told of these, and it was said that the stream was down then. */
  readonly unheard: number;
  readonly bargains: number;
  readonly messages: number;
  /** Nobody was told of these, and nothing was said: an event or a new offer, and when it was, epoch ms. */
  readonly lost: readonly { readonly what: string; readonly at: number }[];
  /** Told in one place, and not in the other. */
  readonly toldInPart: number;
  readonly repeated: number;
  readonly misplaced: number;
  /** Digests that count or sum up other things than the notices that were sealed in them. */
  readonly wrongDigests: number;
  /** Events that stand in a message behind that of a later one. */
  readonly outOfOrder: number;
}

/** Epoch ms. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** An event and what the bot read of it are some steps apart. */
const SLACK_MS = 2_000;

/** The part of a soak's world that the ledger reads. */
export type DaysLedgerWorld = Pick<SoakWorld, 'people' | 'discord' | 'ask' | 'toldAt' | 'fellAt' | 'listedAt'>;

/** Reads along what is posted from now on: counts how often each thing stands where it belongs, and what stands elsewhere. */
export function keepDaysLedger(world: DaysLedgerWorld) {
  const people = world.people.map((person) => world.discord.world.dmChannel(person));
  /** By event or new offer, how often each of its channels told of it. */
  const told = { events: new Tallies(world.toldAt(0).length), bargains: new Tallies(people.length) };
  const latest = new Map<string, number>();
  const sum = { messages: 0, misplaced: 0, wrongDigests: 0, outOfOrder: 0 };
  let noted = Promise.resolve();
  world.discord.events.on('message', (message) => {
    if (message.onlyFor || message.author !== world.discord.world.bot) return;
    noted = noted.then(() => read(message));
  });

  async function read(message: Message): Promise<void> {
    const serials = isDigest(message)
      ? await inDigest(message)
      : serialsIn(`${message.content} ${JSON.stringify(message.embeds)}`);
    if (serials.length > 0) sum.messages += 1;
    const events = serials.filter((serial) => note(serial, message.channel));
    // Within a message the best comes first, so that only its place among the messages tells of an order.
    const before = latest.get(message.channel.id) ?? 0;
    sum.outOfOrder += events.filter((serial) => serial < before).length;
    latest.set(message.channel.id, Math.max(before, ...events));
  }

  async function inDigest(message: Message): Promise<readonly number[]> {
    const notices = message.nonce === null ? [] : await readSealedNotices(world.ask, message.nonce);
    const isRight = notices.length > 0 && sumsUp(message, notices);
    if (!isRight) sum.wrongDigests += 1;
    return isRight ? notices.map(({ serial }) => serial) : [];
  }

  /** @returns whether it is an event that belongs there */
  function note(serial: number, channel: Channel): boolean {
    const isBargain = serial >= placeOf(0);
    const number = serial - (isBargain ? placeOf(0) : priceOf(0));
    const channels = isBargain ? people : world.toldAt(number);
    const at = channels.indexOf(channel);
    if (at < 0) {
      sum.misplaced += 1;
      return false;
    }
    told[isBargain ? 'bargains' : 'events'].count(number, at);
    return !isBargain;
  }

  return {
    /** @param outages what the bot says of when it was blind  @param bargains how many of the new shops have to be told */
    async close(outages: readonly Span[], bargains: number): Promise<DaysLedger> {
      await noted;
      const lost: { what: string; at: number }[] = [];
      const result = { told: 0, unheard: 0, bargains: 0, toldInPart: 0, repeated: 0 };
      const isSaid = (at: number) => outages.some(({ from, until }) => from - SLACK_MS <= at && at <= until + SLACK_MS);
      const judge = (counts: Uint8Array, onAll: 'told' | 'bargains', onNone: () => void) => {
        const places = counts.reduce((all, times) => all + Math.min(times, 1), 0);
        result.repeated += counts.reduce((all, times) => all + Math.max(times - 1, 0), 0);
        if (places === 0) onNone();
        else result[places === counts.length ? onAll : 'toldInPart'] += 1;
      };
      for (const [event, at] of world.fellAt.entries())
        judge(told.events.of(event), 'told', () => {
          if (isSaid(at)) result.unheard += 1;
          else lost.push({ what: `event ${event}`, at });
        });
      for (const [number, at] of world.listedAt.slice(0, bargains).entries())
        judge(told.bargains.of(number), 'bargains', () => lost.push({ what: `offer ${number}`, at }));
      return { ...result, lost, ...sum };
    },
  };
}

/** Counts for places of things by their numbers, a byte each: days of events are held, and are not to look like a leak. */
class Tallies {
  readonly #width: number;
  #bytes = new Uint8Array(1 << 16);

  constructor(width: number) {
    this.#width = width;
  }

  count(number: number, place: number): void {
    const at = number * this.#width + place;
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) + 1;
  }

  of(number: number): Uint8Array {
    const counts = new Uint8Array(this.#width);
    counts.set(this.#bytes.subarray(number * this.#width, (number + 1) * this.#width));
    return counts;
  }
}
