import type { Language } from '../../../language/language.ts';
import type { Span } from '../../../ports/journal.ts';
import type { SnapshotStatus } from '../../../ports/status.ts';
import { formatNoShops, formatOutages } from '../words/freshness.ts';
import { safe, stamp, stampLately } from '../words/text.ts';

const SHOWN = 3;

interface ShopsAnswer {
  readonly snapshot: SnapshotStatus;
  readonly untoldShops: readonly Span[];
  readonly now: number;
  readonly language: Language;
}

/** How old the list of shops is, when the next comes, and what was told to nobody. */
export function formatShops({ snapshot, untoldShops, now, language }: ShopsAnswer): string[] {
  const { takenAt, untoldSince, trouble, failedAt, isStockUnitContradicted = false } = snapshot;
  const untold = formatOutages(untoldShops, SHOWN, now, language);
  const failed = { when: stamp(failedAt ?? now), why: safe(trouble ?? '', 100) };
  return [
    ...(takenAt === null ? [formatNoShops(snapshot, language)] : formatKnown(snapshot, takenAt, now, language)),
    ...(takenAt === null || trouble === null ? [] : [language.say('health.shops-failed', failed)]),
    ...(untold.length === 0 ? [] : [language.say('health.untold', { times: language.and(untold) })]),
    ...(untoldSince === undefined
      ? []
      : [language.say('health.untold-since', { when: stampLately(untoldSince, now) })]),
    ...(isStockUnitContradicted ? [language.say('health.stock-unit', { setting: 'STOCK_UNIT' })] : []),
  ];
}

function formatKnown(
  { records, duplicates, setAside, nextAt, askingSince }: SnapshotStatus,
  takenAt: number,
  now: number,
  language: Language,
): string[] {
  const shops = language.say('common.shops', { n: records });
  const facts = [language.say('health.shops-known', { shops, when: stamp(takenAt) })];
  if (askingSince !== null) facts.push(language.say('health.shops-asked', { when: stamp(askingSince) }));
  // Not relative: the answer stays in the chat, and would say "next 19 seconds ago".
  else if (nextAt !== null && nextAt > now) facts.push(language.say('health.shops-next', { when: stamp(nextAt, 'T') }));
  const aside = [
    ...(setAside > 0 ? [language.say('health.shops-broken', { n: setAside })] : []),
    ...(duplicates > 0 ? [language.say('health.shops-twice', { n: duplicates })] : []),
  ];
  return [facts.join(' · '), ...(aside.length === 0 ? [] : [aside.join(' · ')])];
}
