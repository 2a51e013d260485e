/**
 * Two characters of each script for which a computer may lack a font. A computer without one draws both as the same
 * box.
 */
const SAMPLES: Readonly<Record<string, { readonly script: string; readonly pair: readonly [string, string] }>> = {
  ja: { script: 'Japanese', pair: ['本', '語'] },
  ko: { script: 'Korean', pair: ['한', '글'] },
  'zh-CN': { script: 'Chinese', pair: ['汉', '语'] },
  'zh-TW': { script: 'Chinese', pair: ['漢', '語'] },
};

/**
 * Names the font that this computer lacks for a language.
 * @param draw draws one character and returns its pixels as text
 * @returns a sentence, or null if the computer can draw the language
 */
export function missingFont(locale: string, draw: (character: string) => string): string | null {
  const sample = SAMPLES[locale];
  if (sample === undefined) return null;
  const [first, second] = sample.pair;
  if (draw(first) !== draw(second)) return null;
  return `This computer has no font for ${sample.script}. Install Noto Sans CJK (on Debian: fonts-noto-cjk) and reload.`;
}
