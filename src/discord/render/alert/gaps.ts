import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';

const GAPS = 3;

/** What nobody could hear, as a field of its own; empty: nothing that was not told before. */
export function formatGaps(
  entries: readonly NoticeInContext[],
  now: number,
  language: Language,
): Pick<APIEmbed, 'fields'> {
  const gaps = withoutStartMoments(entries.flatMap((entry) => entry.gaps ?? []));
  if (gaps.length === 0) return {};
  const times = language.and(formatOutages(gaps, GAPS, now, language));
  return { fields: [{ name: language.say('alert.gap'), value: language.say('alert.gap-times', { times }) }] };
}
