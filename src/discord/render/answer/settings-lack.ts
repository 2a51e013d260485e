import type { Language } from '../../../language/language.ts';
import type { SettingsLack, SettingsTally } from '../../../ports/settings.ts';
import { count, stamp } from '../words/text.ts';

/** What of one kind was lost or cannot be read, for whoever lists their own; a line each. */
export function formatLack(lack: SettingsLack | null, kind: 'feeds' | 'watches', language: Language): string[] {
  const lost = lack?.lost?.[kind] ?? 0;
  const setAside = lack?.setAside[kind] ?? 0;
  const mine = (n: number) => (n === 1 ? 'it may be one of yours' : 'some may be yours');
  const lines: string[] = [];
  if (lack?.lost && lost > 0) {
    lines.push(
      `⚠️ Crier lost ${countOf(kind, lost, language)} ${stamp(lack.lost.at)}: ${mine(lost)}. Whoever runs Crier may have a backup.`,
    );
  }
  if (setAside > 0) {
    lines.push(
      `⚠️ Crier cannot read ${countOf(kind, setAside, language)} in its store: ${mine(setAside)}. Whoever runs Crier finds which in its log.`,
    );
  }
  return lines;
}

/** What of all kinds was lost or cannot be read, for `/health`. */
export function formatLackOfAll({ lost, setAside }: SettingsLack, language: Language): string {
  const aside = countAll(setAside, language);
  return [
    ...(lost ? [`**Lost** ${stamp(lost.at)}: ${countAll(lost, language)}. The backup may have them`] : []),
    ...(aside === '' ? [] : [`**Cannot be read**: ${aside}. They stay in the store: see Crier’s log`]),
  ].join('\n');
}

function countAll(tally: SettingsTally, language: Language): string {
  const kinds = (['feeds', 'watches', 'people'] as const).filter((kind) => tally[kind] > 0);
  return kinds.map((kind) => countOf(kind, tally[kind], language)).join(', ');
}

function countOf(kind: keyof SettingsTally, n: number, language: Language): string {
  if (kind === 'people') return `quiet hours of ${count(n, 'person', language.tag, 'people')}`;
  return kind === 'feeds' ? count(n, 'feed', language.tag) : count(n, 'watch', language.tag, 'watches');
}
