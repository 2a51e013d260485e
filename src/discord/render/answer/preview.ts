import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { givenPrice, price } from '../../../language/number.ts';
import { displayName } from '../../../market/item/label.ts';
import type { Offer } from '../../../market/search/offer.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import type { StreamStatus } from '../../../ports/status.ts';
import type { Person } from '../../../routing/person.ts';
import { ON_STREAM, type Watch } from '../../../routing/watch.ts';
import { PICTURE_URL } from '../../chart/picture/picture-name.ts';
import { type ControlRow, undoButton } from '../alert/alert-controls.ts';
import { formatPlace, formatRoom } from '../alert/format-shop.ts';
import { formatRefusal } from '../alert/paused.ts';
import { describeQuiet, describeRate, describeWatch } from '../words/describe.ts';
import { formatUnknownNames } from '../words/format-unknown-names.ts';
import { formatUnit } from '../words/found-inside.ts';
import { clip, count, fitLines, safe, stamp } from '../words/text.ts';

const SHOWN = 3;

export interface Preview {
  readonly watch: Watch;
  /** Shops that match now; null: it waits for something to happen. */
  readonly matching: { readonly offers: readonly Offer[]; readonly total: number } | null;
  /** How often it would have told in the last 7 days, or `since` Crier began to listen; null: not known. */
  readonly lastWeek: { readonly times: number; readonly since: number | null } | null;
  /** The best price seen in 90 days, where the target lies beyond it. */
  readonly extreme: number | null;
  readonly person: Person | null;
  /** Why Discord refuses the person, as a JSON error code; null: it does not. */
  readonly refusal: number | null;
  /** How old the shops are. */
  readonly freshness: string;
  readonly stream: StreamStatus;
  readonly undoKey: string;
  /** What of the filter nobody knows. */
  readonly unknownNames: readonly UnknownName[];
  /** A price that the watch had and, with another trigger, has no more. */
  readonly droppedPrice?: number | null;
  /** Whether Discord had refused the person, so that their other watches are on again with this one. */
  readonly wokeOthers: boolean;
  /** Whether the item's chart comes with it. */
  readonly hasPicture: boolean;
  readonly language: Language;
}

/** The answer to a watch that was saved: what it waits for, which shops match already, and what to expect. */
export function renderPreview({
  watch,
  matching,
  lastWeek,
  extreme,
  person,
  refusal,
  freshness,
  stream,
  undoKey,
  hasPicture,
  unknownNames,
  droppedPrice = null,
  wokeOthers,
  language,
}: Preview): {
  content: string;
  embeds: APIEmbed[];
  components: ControlRow[];
} {
  const ends = watch.expiresAt === null ? '' : `, until ${stamp(watch.expiresAt, 'f')}`;
  const what = [clip(describeWatch(watch, language), 1_000), ...describeRate(watch, language)].join(', ');
  const lines = [`I will tell you by direct message: ${what}${ends}.`];
  if (droppedPrice !== null) {
    lines.push(
      `⚠️ Its price of ${givenPrice(droppedPrice, language)} is gone: \`${watch.trigger}\` has none. \`max-price\` limits what one item may cost.`,
    );
  }
  if (wokeOthers) lines.push('Your other watches are on again too: Discord had stopped them all.');
  if (refusal !== null) lines.push(`⏸ But ${formatRefusal(refusal, language, 'user')}. \`/watch resume\` tries again.`);
  if (matching) lines.push(...formatMatching(matching, language));
  if (lastWeek !== null) lines.push(formatLastWeek(lastWeek, language));
  if (extreme !== null && watch.price !== null) {
    const [best, beyond] = watch.trigger === 'at-or-below' ? ['lowest', 'below'] : ['highest', 'above'];
    lines.push(
      `⚠️ ${givenPrice(watch.price, language)} is ${beyond} the ${best} price seen in 90 days (${price(extreme, language)}).`,
    );
  }
  lines.push(...formatUnknownNames(unknownNames, language));
  if (stream.state !== 'live' && ON_STREAM.includes(watch.trigger)) lines.push(formatStreamWarning(stream, watch));
  if (person?.quiet) lines.push(`-# In your quiet hours, ${describeQuiet(person.quiet)}, I keep it for later.`);
  lines.push(...(matching ? [freshness] : []), '-# `/watch list` shows all of yours.');
  return {
    content: fitLines(lines, 2_000),
    embeds: hasPicture ? [{ image: { url: PICTURE_URL }, color: 0x9b6dd6 }] : [],
    components: [undoButton(undoKey, language)],
  };
}

function formatMatching({ offers, total }: NonNullable<Preview['matching']>, language: Language): string[] {
  if (total === 0) return ['No shop matches now.'];
  const shops = offers.slice(0, SHOWN).map(({ shop, remaining, match, hasOpenVariant }) => {
    const container = match.contained === null ? '' : ` in ${safe(displayName(shop.item, hasOpenVariant))}`;
    return `${formatUnit(match, language)}${container}${formatRoom(shop, remaining, language)} · ${formatPlace(shop, shop.location)}`;
  });
  return [`${count(total, 'shop', language.tag)} ${total === 1 ? 'matches' : 'match'} now:`, ...shops];
}

/** That a shop of one's own ran empty or was undercut is seen in the next snapshot; trades there are not. */
function formatStreamWarning({ since }: StreamStatus, { trigger }: Watch): string {
  const lost = trigger === 'my-shop' ? 'what is traded at your shops meanwhile' : 'what happens meanwhile';
  return `⚠️ The stream has been down since ${stamp(since, 'f')}: ${lost} cannot be told.`;
}

/** Crier knows of nothing before it was there, or before what it was told of. */
function formatLastWeek({ times, since }: NonNullable<Preview['lastWeek']>, language: Language): string {
  const when = since === null ? 'in the last 7 days' : `since ${stamp(since, 'f')}`;
  const before = since === null ? '' : ' Crier knows nothing from before.';
  if (times === 0) return `Not once ${when} would it have told you.${before}`;
  return `It would have told you ${count(times, 'time', language.tag)} ${when}.${before}`;
}
