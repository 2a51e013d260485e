import type { Channel } from '../../sandbox/discord/world/entities.ts';
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
  readonly outOfOrder: number;
}

/** Epoch ms. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** An event and what the bot read of it are some steps apart. */
const SLACK_MS = 2_000;

/** Reads along what is posted from now on: counts how often each thing stands where it belongs, and what stands elsewhere. */
export function keepDaysLedger(world: SoakWorld) {
  const people = world.people.map((person) => world.discord.world.dmChannel(person));
  /** By event or new offer, how often each of its channels told of it. */
  const told = { events: new Tallies(world.toldAt(0).length), bargains: new Tallies(people.length) };
  const latest = new Map<string, number>();
  const sum = { messages: 0, misplaced: 0, outOfOrder: 0 };
  world.discord.events.on('message', (message) => {
    if (message.onlyFor || message.author !== world.discord.world.bot) return;
    const serials = serialsIn(`${message.content} ${JSON.stringify(message.embeds)}`);
    if (serials.length > 0) sum.messages += 1;
    for (const serial of serials) note(serial, message.channel);
  });

  function note(serial: number, channel: Channel): void {
    const isBargain = serial >= placeOf(0);
    const number = serial - (isBargain ? placeOf(0) : priceOf(0));
    const channels = isBargain ? people : world.toldAt(number);
    const at = channels.indexOf(channel);
    if (at < 0) {
      sum.misplaced += 1;
      return;
    }
    told[isBargain ? 'bargains' : 'events'].count(number, at);
    if (isBargain) return;
    if (serial < (latest.get(channel.id) ?? 0)) sum.outOfOrder += 1;
    latest.set(channel.id, serial);
  }

  return {
    /** @param outages what the bot says of when it was blind  @param bargains how many of the new shops have to be told */
    close(outages: readonly Span[], bargains: number): DaysLedger {
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
