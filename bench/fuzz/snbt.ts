import type { Random } from '../../sandbox/economy/random.ts';
import { readSnbt } from '../../src/market/item/snbt.ts';
import { accepted, REFUSED, type Target } from './target.ts';

/** SNBT of items: outside quotes, the brackets of an accepted text are balanced. */
export const snbt: Target = {
  name: 'snbt',
  sound: (random) => written(random, 3),
  read(text) {
    const value = readSnbt(text);
    return value === null ? REFUSED : accepted(!isBalanced(text) && 'is accepted with unbalanced brackets');
  },
};

function written(random: Random, deepest: number): string {
  const list = (one: () => string) => Array.from({ length: random.integer(0, 3) }, one).join(random.pick([',', ' , ']));
  if (deepest === 0 || random.chance(0.4))
    return random.pick([...LEAVES, `${random.integer(-999, 999)}`, `${random.integer(-9, 9)}b`]);
  if (random.chance(0.3)) return `[${list(() => written(random, deepest - 1))}]`;
  if (random.chance(0.2)) return `[I;${list(() => `${random.integer(0, 9)}`)}]`;
  return `{${list(() => `${random.pick(KEYS)}:${written(random, deepest - 1)}`)}}`;
}

const LEAVES = ['"a\\"b"', "'it'", '1.5f', '3L', 'true', 'minecraft.stone', '"\\u0041"', '.5', '""'];
const KEYS = ['id', 'lvl', '"minecraft:x"', '__proto__', 'Enchantments', "'a b'"];

function isBalanced(text: string): boolean {
  const open: string[] = [];
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== '') {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '{' || letter === '[') open.push(letter);
    else if (letter === '}' || letter === ']') {
      if (open.pop() !== (letter === '}' ? '{' : '[')) return false;
    }
  }
  return quote === '' && open.length === 0;
}
