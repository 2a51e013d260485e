import { h } from './dom.ts';

/** Crier's languages by Discord's codes, and the pseudo-language that shows missing translations. */
const SPOKEN = [
  ...['en-US', 'en-GB', 'de', 'fr', 'es-ES', 'pt-BR', 'it', 'nl', 'pl', 'ru', 'uk', 'tr', 'ja', 'ko', 'zh-CN'],
  'en-XA',
];

/** Offers Crier's languages, then Discord's others. */
export function languageSelect(locales: readonly string[], chosen: string, choose: (locale: string) => void) {
  const group = (label: string, among: readonly string[]) =>
    h(
      'optgroup',
      { label },
      ...among.map((locale) => h('option', { value: locale, selected: locale === chosen }, nameOf(locale))),
    );
  const select = h(
    'select',
    { class: 'language', 'aria-label': 'Your language', 'data-test': 'language' },
    group(
      'Crier speaks',
      SPOKEN.filter((locale) => locales.includes(locale)),
    ),
    group(
      'Answered in the nearest, or in English',
      locales.filter((locale) => !SPOKEN.includes(locale)),
    ),
  );
  select.addEventListener('change', () => choose(select.value));
  return select;
}

/** Returns a language's own name. */
function nameOf(locale: string): string {
  if (locale === 'en-XA') return 'Pseudo (en-XA)';
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
