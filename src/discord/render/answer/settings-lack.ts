import type { Language } from '../../../language/language.ts';
import type { SettingsLack, SettingsTally } from '../../../ports/settings.ts';
import { stamp } from '../words/text.ts';

/** What of one kind was lost or cannot be read, for whoever lists their own; a line each. */
export function formatLack(lack: SettingsLack | null, kind: 'feeds' | 'watches', language: Language): string[] {
  const lost = lack?.lost?.[kind] ?? 0;
  const setAside = lack?.setAside[kind] ?? 0;
  return [
    ...(lack?.lost && lost > 0 ? [language.say(`error.lost-${kind}`, { n: lost, when: stamp(lack.lost.at) })] : []),
    ...(setAside > 0 ? [language.say(`error.unread-${kind}`, { n: setAside })] : []),
  ];
}

/** What of all kinds was lost or cannot be read, for `/health`. */
export function formatLackOfAll({ lost, setAside }: SettingsLack, language: Language): string {
  const aside = countAll(setAside, language);
  return [
    ...(lost ? [language.say('error.lost-all', { when: stamp(lost.at), what: countAll(lost, language) })] : []),
    ...(aside === '' ? [] : [language.say('error.unread-all', { what: aside })]),
  ].join('\n');
}

function countAll(tally: SettingsTally, language: Language): string {
  const kinds = (['feeds', 'watches', 'people'] as const).filter((kind) => tally[kind] > 0);
  return language.and(kinds.map((kind) => language.say(`error.n-${kind}`, { n: tally[kind] })));
}
