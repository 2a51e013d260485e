import type { Channel } from '../../src/sandbox/discord/world/entities.ts';
import { placeOf, priceOf, serialsIn } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** What was told of all that happened, by what stood in Discord alone. All figures but the first four should be 0. */
export interface DaysLedger {
  readonly told: number;
  /** Nobody was told of these, and it was said that the stream was down then. */
  readonly unheard: number;
  readonly bargains: number;
  readonly messages: number;
  /** Nobody was told of these, and nothing was said. */
  readonly lost: number;
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
  /** By event or new offer, how often each of its channels told of it. */
  const told = { events: [] as Uint8Array[], bargains: [] as Uint8Array[] };
  const latest = new Map<string, number>();
  const people = world.people.map((person) => world.discord.world.dmChannel(person));
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
    const all = told[isBargain ? 'bargains' : 'events'];
    const counts = all[number] ?? new Uint8Array(channels.length);
    all[number] = counts;
    counts[at] = (counts[at] ?? 0) + 1;
    if (isBargain) return;
    if (serial < (latest.get(channel.id) ?? 0)) sum.outOfOrder += 1;
    latest.set(channel.id, serial);
  }

  return {
    /** @param outages what the bot says of when it was blind  @param bargains how many of the new shops have to be told */
    close(outages: readonly Span[], bargains: number): DaysLedger {
      const result = { told: 0, unheard: 0, bargains: 0, lost: 0, toldInPart: 0, repeated: 0 };
      const isSaid = (at: number) => outages.some(({ from, until }) => from - SLACK_MS <= at && at <= until + SLACK_MS);
      const judge = (counts: Uint8Array | undefined, onAll: 'told' | 'bargains', onNone: 'unheard' | 'lost') => {
        const places = counts?.reduce((all, times) => all + Math.min(times, 1), 0) ?? 0;
        result.repeated += counts?.reduce((all, times) => all + Math.max(times - 1, 0), 0) ?? 0;
        result[places === 0 ? onNone : places === counts?.length ? onAll : 'toldInPart'] += 1;
      };
      for (const [event, at] of world.fellAt.entries())
        judge(told.events[event], 'told', isSaid(at) ? 'unheard' : 'lost');
      for (let number = 0; number < bargains; number += 1) judge(told.bargains[number], 'bargains', 'lost');
      return { ...result, ...sum };
    },
  };
}
