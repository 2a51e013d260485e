import type { Offer } from '../../market/offers.ts';
import type { Watch } from '../../routing/watch.ts';
import { describeWatch } from './describe.ts';
import { sayPlace } from './happening.ts';
import { price } from './number.ts';
import { clip, count, fitLines, stamp } from './text.ts';

const SHOWN = 3;

/** The answer to a new watch: what it waits for, and which shops match already. `matching` null: it waits for events. */
export function renderPreview(
  watch: Watch,
  matching: { readonly offers: readonly Offer[]; readonly total: number } | null,
  locale: string,
): { content: string } {
  const ends = watch.expiresAt === null ? '' : `, until ${stamp(watch.expiresAt, 'f')}`;
  const once = watch.repeat === 'once' ? ', once' : '';
  const lines = [`I will tell you by direct message: ${clip(describeWatch(watch, locale), 1_200)}${once}${ends}.`];
  if (matching && matching.total > 0) {
    lines.push(`${count(matching.total, 'shop', locale)} ${matching.total === 1 ? 'matches' : 'match'} now:`);
    for (const { shop, match } of matching.offers.slice(0, SHOWN)) {
      lines.push(`**${price(match.unitPrice ?? 0, locale)}** each · ${sayPlace(shop, shop.location)}`);
    }
  } else if (matching) {
    lines.push('No shop matches now.');
  }
  lines.push('-# `/watch list` shows all of yours.');
  return { content: fitLines(lines, 2_000) };
}
