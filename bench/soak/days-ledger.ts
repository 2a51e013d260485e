import type { Channel, Message } from '../../sandbox/discord/world/entities.ts';
import { isDigest, sumsUp } from './digest.ts';
import { readSealedNotices } from './ledger.ts';
import { placeOf, priceOf, serialsIn } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** The outcome of every event, judged only by the messages in Discord. All figures but the first four should be 0. */
export interface DaysLedger {
  readonly delivered: number;
  /** Events that notified nobody, while a reported outage of the stream covers them. */
  readonly coveredByOutages: number;
  readonly bargains: number;
  readonly messages: number;
  /** Events and new offers that notified nobody without a reported outage, and their time, epoch ms. */
  readonly lost: readonly { readonly what: string; readonly at: number }[];
  /** Events that notified some of their channels only. */
  readonly deliveredInPart: number;
  readonly repeated: number;
  readonly misplaced: number;
  /** Digests whose counts or sums differ from their sealed notices. */
  readonly wrongDigests: number;
  /** Events in a message after the message of a later event. */
  readonly outOfOrder: number;
}

/** A period, epoch ms. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The time between an event and the bot's record of it is at most this. */
const SLACK_MS = 2_000;

/** The part of a soak's world that the ledger reads. */
export type DaysLedgerWorld = Pick<SoakWorld, 'people' | 'discord' | 'ask' | 'channelsOf' | 'eventTimes' | 'listedAt'>;

/** Follows new posts: counts how often each event appears in its channels, and what appears elsewhere. */
export function keepDaysLedger(world: DaysLedgerWorld) {
  const people = world.people.map((person) => world.discord.world.dmChannel(person));
  /** The number of deliveries in each channel, by event or new offer. */
  const delivered = { events: new Tallies(world.channelsOf(0).length), bargains: new Tallies(people.length) };
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
    // Within a message the best comes first, so only the order of messages counts.
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

  /** @returns whether the serial is an event that belongs in this channel */
  function note(serial: number, channel: Channel): boolean {
    const isBargain = serial >= placeOf(0);
    const number = serial - (isBargain ? placeOf(0) : priceOf(0));
    const channels = isBargain ? people : world.channelsOf(number);
    const at = channels.indexOf(channel);
    if (at < 0) {
      sum.misplaced += 1;
      return false;
    }
    delivered[isBargain ? 'bargains' : 'events'].count(number, at);
    return !isBargain;
  }

  return {
    /**
     * @param outages the periods that the bot reports
     * @param bargains how many of the new shops must be delivered
     */
    async close(outages: readonly Span[], bargains: number): Promise<DaysLedger> {
      await noted;
      const lost: { what: string; at: number }[] = [];
      const result = { delivered: 0, coveredByOutages: 0, bargains: 0, deliveredInPart: 0, repeated: 0 };
      const isReported = (at: number) =>
        outages.some(({ from, until }) => from - SLACK_MS <= at && at <= until + SLACK_MS);
      const judge = (counts: Uint8Array, onAll: 'delivered' | 'bargains', onNone: () => void) => {
        const places = counts.reduce((all, times) => all + Math.min(times, 1), 0);
        result.repeated += counts.reduce((all, times) => all + Math.max(times - 1, 0), 0);
        if (places === 0) onNone();
        else result[places === counts.length ? onAll : 'deliveredInPart'] += 1;
      };
      for (const [event, at] of world.eventTimes.entries())
        judge(delivered.events.of(event), 'delivered', () => {
          if (isReported(at)) result.coveredByOutages += 1;
          else lost.push({ what: `event ${event}`, at });
        });
      for (const [number, at] of world.listedAt.slice(0, bargains).entries())
        judge(delivered.bargains.of(number), 'bargains', () => lost.push({ what: `offer ${number}`, at }));
      return { ...result, lost, ...sum };
    },
  };
}

/** Counts by number and place, one byte each: the counts of days of events must not look like a memory leak. */
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
