import type { Language } from '../../../language/language.ts';
import type { SettingsLack, SettingsTally } from '../../../ports/settings.ts';
import type { SplitItem } from '../../../subscriptions/saved-items.ts';
import { describeItem } from '../words/describe.ts';
import { clip, stamp } from '../words/text.ts';

/** Formats which feeds or watches are missing, for the list of a server or a user. */
export function formatLack(lack: SettingsLack | null, kind: 'feeds' | 'watches', language: Language): string[] {
  const unreadable = lack?.unreadable[kind] ?? 0;
  return [
    ...formatDamage(lack, language),
    ...(unreadable > 0 ? [language.say(`error.unread-${kind}`, { n: unreadable })] : []),
  ];
}

/** Formats which settings are missing, for `/health`. */
export function formatLackOfAll(lack: SettingsLack, language: Language): string {
  const unreadableText = formatSettingsTally(lack.unreadable, language);
  return [
    ...formatDamage(lack, language),
    ...(unreadableText === '' ? [] : [language.say('error.unread-all', { what: unreadableText })]),
  ].join('\n');
}

function formatDamage(lack: SettingsLack | null, language: Language): string[] {
  const at = lack?.quarantinedAt ?? null;
  return at === null ? [] : [language.say('error.store-damaged', { when: stamp(at) })];
}

function formatSettingsTally(tally: SettingsTally, language: Language): string {
  const kinds = (['feeds', 'watches', 'people'] as const).filter((kind) => tally[kind] > 0);
  return language.and(kinds.map((kind) => language.say(`error.n-${kind}`, { n: tally[kind] })));
}

/** Formats a line for each item of the user's feeds or watches that now means several kinds. */
export function formatSplits(
  splits: readonly SplitItem[],
  key: 'watch.split' | 'feed.list.split',
  language: Language,
): string[] {
  return splits.map(({ item, kinds }) => language.say(key, { item: clip(describeItem(item, language), 60), n: kinds }));
}
