import { readSnbt, type Snbt } from './snbt.ts';

const MAX_DEPTH = 32;
/** A name such as `[VIP] Sword` is plain text. */
const JSON_TEXT = /^\s*(?:[{"]|\[\s*[{"])/;

/**
 * The letters of a custom name: plain text, JSON text (`{"text":"x","extra":[…]}`, `"x"`) or, from 1.21.5, a compound.
 * Colours and other formatting are left out, so that the same name is the same in every version. null: nothing is written.
 */
export function textOf(component: Snbt): string | null {
  const value = typeof component === 'string' && JSON_TEXT.test(component) ? readSnbt(component) : null;
  const text = lettersOf(value ?? component, 0).replace(/§./gsu, '');
  return text.trim() === '' ? null : text;
}

function lettersOf(value: Snbt, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (depth > MAX_DEPTH) return '';
  if (!(value instanceof Map)) return (value as readonly Snbt[]).map((part) => lettersOf(part, depth + 1)).join('');
  const own = value.get('text') ?? value.get('translate') ?? value.get('') ?? '';
  return lettersOf(own, depth + 1) + lettersOf(value.get('extra') ?? '', depth + 1);
}
