import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSnbt, type Snbt } from '../../../src/market/item/snbt.ts';
import { anyCodePoint } from '../../any-code-point.ts';

const GRAMMAR = fc.string({ unit: fc.constantFrom(...'{}[]:;,"\'\\ 0123-.bBILxuUNe_\n\u0000é', '🧱', '\ud800') });

/** Values with one of their SNBT notations, so that reading must return the value. */
const { written } = fc.letrec<{ written: { text: string; value: Snbt } }>((tie) => ({
  written: fc.oneof(
    { depthSize: 'small' },
    fc.integer().map((value) => ({ text: `${value}`, value })),
    fc.integer({ min: -128, max: 127 }).map((value) => ({ text: `${value}b`, value })),
    fc.integer({ min: -999, max: 999 }).map((value) => ({ text: `${value / 8}d`, value: value / 8 })),
    fc.constantFrom('minecraft.stone', 'Infinity', '1a', '-', '1.2.3').map((value) => ({ text: value, value })),
    fc.string({ unit: anyCodePoint }).map((value) => ({ text: quoted(value, '"'), value })),
    fc.string({ unit: 'grapheme' }).map((value) => ({ text: quoted(value, "'"), value })),
    fc.array(fc.integer({ min: -9, max: 9 })).map((value) => ({ text: `[I;${value.join(', ')}]`, value })),
    fc.array(tie('written'), { maxLength: 4 }).map((entries) => ({
      text: `[ ${entries.map(({ text }) => text).join(' , ')}\n]`,
      value: entries.map(({ value }) => value),
    })),
    fc
      .dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a.b'), fc.string()), tie('written'), {
        maxKeys: 4,
      })
      .map((fields) => ({
        text: `{${Object.entries(fields).map(([key, { text }]) => `${quoted(key, '"')} :${text}`)}}`,
        value: new Map(Object.entries(fields).map(([key, { value }]) => [key, value])),
      })),
  ),
}));

function quoted(text: string, quote: string): string {
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

describe('an SNBT text', () => {
  test('is read as the value that was written', () => {
    fc.assert(fc.property(written, ({ text, value }) => void expect(readSnbt(` ${text}\n`)).toEqual(value)));
  });

  test.each<[string, Snbt]>([
    ['{}', new Map()],
    ['{a:1b,b:2s,c:3L,d:4.5f,e:.5,f:1e3d,}', new Map(Object.entries({ a: 1, b: 2, c: 3, d: 4.5, e: 0.5, f: 1000 }))],
    ['[0:{id:1s},1:{id:2s}]', [new Map([['id', 1]]), new Map([['id', 2]])]],
    ['[B;1b,0b]', [1, 0]],
    ['[L;1L]', [1]],
    ['[B]', ['B']],
    ['[true,false]', [true, false]],
    ['"a\\"b\\\\c\\n\\u0041\\x41\\U0001f9f1\\q"', 'a"b\\c\nAA🧱q'],
    ["'it\\'s \"so\"'", 'it\'s "so"'],
    ['1e999', '1e999'],
    ['{"minecraft:x":[{a:[1,"b",{}]}]}', new Map([['minecraft:x', [new Map([['a', [1, 'b', new Map()]]])]]])],
  ])('%s is read in the notation of every version', (text, value) => {
    expect(readSnbt(text)).toEqual(value);
  });

  test.each([
    '',
    ' ',
    '{',
    '}',
    '{a}',
    '{a:}',
    '{:1}',
    '{a:1 b:2}',
    '{,}',
    '[1 2]',
    '[,]',
    '"open',
    "'open\\",
    '{} {}',
    '"\\u00"',
    '"\\U00110000"',
    '{a:1}x,',
  ])('%j is unreadable', (text) => expect(readSnbt(text)).toBeNull());

  test('never throws, whatever its content', () => {
    fc.assert(fc.property(fc.oneof(GRAMMAR, fc.string({ unit: anyCodePoint })), (text) => void readSnbt(text)));
  });

  test('cut at any character is unreadable or a value, and never throws', () => {
    const cut = fc.record({ from: written, at: fc.nat(200) });
    fc.assert(fc.property(cut, ({ from, at }) => void readSnbt(from.text.slice(0, at))));
  });

  test('nested too deeply is unreadable', () => {
    expect(readSnbt('['.repeat(200_000))).toBeNull();
    expect(readSnbt('{a:'.repeat(200_000))).toBeNull();
    expect(readSnbt('['.repeat(600) + ']'.repeat(600))).toBeNull();
    expect(readSnbt('['.repeat(500) + ']'.repeat(500))).not.toBeNull();
  });

  test('may have a field __proto__, which is read like any other', () => {
    const value = readSnbt('{__proto__:{polluted:1b},constructor:2}');
    expect(value).toEqual(
      new Map<string, Snbt>([
        ['__proto__', new Map([['polluted', 1]])],
        ['constructor', 2],
      ]),
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
