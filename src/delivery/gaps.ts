import type { Outage } from '../ports/journal.ts';
import { type Feed, PAID_KINDS } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import type { DeliveryParts } from './parts.ts';

/** A stream that was away for less has hardly lost anything. */
const WORTH_TELLING_MS = 10_000;
/** A stream that is back for less than that was hardly back: what froze it may have frozen it still. */
const HARDLY_BACK_MS = 60_000;

/**
 * Times without the stream that a target has not heard of: since it was last told of an event, or first asked for them.
 * Empty where these notices tell of no event: shops are caught up with.
 */
export async function untoldGaps(
  target: Target,
  notices: readonly Notice[],
  { journal, sources }: Pick<DeliveryParts, 'journal' | 'sources'>,
): Promise<readonly Outage[]> {
  if (!notices.some(tellsOfEvent)) return [];
  const asking = sources.of(target).filter(waitsForEvents);
  const told = await Promise.all(asking.map(({ id }) => journal.lastToldAt(id)));
  const times = told.filter((at) => at !== null);
  const since = times.length > 0 ? Math.max(...times) : Math.min(...asking.map(({ createdAt }) => createdAt));
  if (!Number.isFinite(since)) return [];
  const outages = joined(await journal.outages(since));
  return outages.filter(({ from, until }) => until !== null && until - Math.max(from, since) >= WORTH_TELLING_MS);
}

function tellsOfEvent({ cause }: Notice): boolean {
  return cause.kind === 'change' && (cause.change.kind === 'auctioned' || cause.change.kind === 'traded');
}

function waitsForEvents(source: Feed | Watch): boolean {
  if (!('trigger' in source)) return PAID_KINDS.includes(source.kind);
  return source.trigger === 'auctioned' || source.trigger === 'traded' || source.trigger === 'my-shop';
}

/** Outages with no time worth the name between them, as one. */
function joined(outages: readonly Outage[]): readonly Outage[] {
  const whole: Outage[] = [];
  for (const outage of outages) {
    const last = whole.at(-1);
    const isOne = last !== undefined && last.until !== null && outage.from - last.until < HARDLY_BACK_MS;
    if (isOne) whole[whole.length - 1] = { ...last, until: outage.until };
    else whole.push(outage);
  }
  return whole;
}
