import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { MINUTE_MS } from '../../src/time/durations.ts';
import { localMinutes } from '../routing/quiet-oracle.ts';
import { watch as sampleWatch } from '../routing/samples.ts';
import type { ModelShop, News } from './watch-life-news.ts';
import { Reference } from './watch-life-reference.ts';
import type { Draft, Step } from './watch-life-steps.ts';
import type { World } from './watch-life-world.ts';

const DAY_MINUTES = 24 * 60;
/** Every immediate effect of a step has been sent by then. */
const SETTLE_MS = 5_000;

/** Runs one user's watches twice, in the world and in the reference. */
export class Life {
  readonly reference: Reference;
  readonly #world: World;
  readonly #timeZone: string;
  readonly #slots = new Map<number, string>();
  #back: { readonly id: string; readonly watch: Watch | null } | null = null;
  #made = 0;

  constructor(world: World, timeZone: string) {
    this.#world = world;
    this.#timeZone = timeZone;
    this.reference = new Reference(world.now());
  }

  async live(step: Step): Promise<void> {
    await this.#perform(step);
    await this.#pass(SETTLE_MS);
  }

  async #perform(step: Step): Promise<void> {
    const { reference } = this;
    switch (step.kind) {
      case 'snapshot': {
        const modelShops = new Map(reference.modelShops);
        for (const each of step.modelShops) {
          if (typeof each === 'number') modelShops.delete(each);
          else modelShops.set(each.id, each);
        }
        reference.snapshot(modelShops);
        await this.#world.snapshot(modelShops.values(), step.crash);
        break;
      }
      case 'purchase': {
        const modelShop = reference.modelShops.get(step.id) ?? null;
        reference.ingest(deal('traded', reference.now, step.paid / step.moved, modelShop));
        reference.sell(step.id, step.moved);
        await this.#world.purchase(step.id, step.moved, step.paid, step.crash);
        break;
      }
      case 'auction':
        reference.ingest(deal('auctioned', reference.now, step.finalBid, null));
        await this.#world.auction(step.finalBid, step.crash);
        break;
      case 'pass':
        return this.#pass(step.ms);
      case 'restart':
        reference.restart();
        return this.#world.restart();
      case 'quiet':
        return this.#keepQuiet(step.hours);
      case 'undo':
        if (this.#back) this.#write(this.#back.id, this.#back.watch);
        return;
      default:
        return this.#change(step);
    }
    if (step.crash === 'before-sealing') reference.restart();
    // The world has spent its debounce before such a crash.
    if (step.crash === 'in-flight') reference.pass(700);
  }

  #change(step: Extract<Step, { readonly slot: number }>): void {
    const { reference } = this;
    if (step.kind === 'put') {
      const id = this.#newId();
      this.#slots.set(step.slot, id);
      this.#write(id, this.#drafted(sampleWatch(id), step.draft));
      return;
    }
    const watch = reference.watches.get(this.#slots.get(step.slot) ?? '');
    if (watch === undefined) return;
    if (step.kind === 'edit') this.#write(watch.id, this.#drafted(watch, step.draft));
    if (step.kind === 'pause') this.#write(watch.id, { ...watch, paused: true });
    if (step.kind === 'resume') this.#write(watch.id, { ...watch, paused: false, snoozedUntil: null });
    if (step.kind === 'remove') this.#write(watch.id, null);
    if (step.kind === 'snooze') {
      this.#write(watch.id, { ...watch, snoozedUntil: reference.now + step.minutes * MINUTE_MS });
    }
  }

  #drafted(watch: Watch, { endsInMinutes, ...draft }: Draft): Watch {
    const merged = { ...watch, ...draft, filter: { ...watch.filter, ...draft.filter } };
    const hasPrice = takesPrice(merged.trigger);
    const ends = endsInMinutes === undefined ? {} : { expiresAt: this.#ending(endsInMinutes) };
    return { ...merged, ...ends, price: hasPrice ? (merged.price ?? 2) : null };
  }

  #ending(minutes: number | null): number | null {
    return minutes === null ? null : this.reference.now + minutes * MINUTE_MS;
  }

  #write(id: string, watch: Watch | null): void {
    const { reference } = this;
    this.#back = { id, watch: reference.watches.get(id) ?? null };
    reference.watches.delete(id);
    this.#world.subscriptions.remove(id);
    if (watch !== null) this.#keep(watch);
    this.#changed();
  }

  /** A watch that has fired and becomes a one-time watch is a new watch, and its earlier deliveries do not count. */
  #keep(watch: Watch): void {
    const isDelivered = watch.repeat === 'once' && this.reference.lastDeliveredAt.has(watch.id);
    const kept = isDelivered ? { ...watch, id: this.#newId() } : watch;
    for (const [slot, id] of this.#slots) if (id === watch.id) this.#slots.set(slot, kept.id);
    this.reference.watches.set(kept.id, kept);
    this.#world.subscriptions.putWatch(kept);
  }

  #newId(): string {
    this.#made += 1;
    return `w${this.#made}`;
  }

  #keepQuiet(hours: Extract<Step, { kind: 'quiet' }>['hours']): void {
    const from = localMinutes(this.#timeZone, this.reference.now) + (hours?.inMinutes ?? 0) + DAY_MINUTES;
    const quiet = hours && {
      from: from % DAY_MINUTES,
      to: (from + hours.minutes) % DAY_MINUTES,
      timeZone: this.#timeZone,
    };
    this.reference.quiet = quiet;
    this.#world.subscriptions.putPerson({ id: '400', quiet });
    this.#changed();
  }

  #changed(): void {
    this.reference.changed();
    this.#world.changed();
  }

  async #pass(ms: number): Promise<void> {
    this.reference.pass(ms);
    await this.#world.pass(ms);
  }
}

function deal(kind: 'auctioned' | 'traded', now: number, unitPrice: number, modelShop: ModelShop | null): News {
  return { kind, name: `${now} ${kind}`, unitPrice, modelShop };
}
