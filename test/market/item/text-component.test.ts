import { expect, test } from 'vitest';
import { readSnbt } from '../../../src/market/item/snbt.ts';
import { readPlainText } from '../../../src/market/item/text-component.ts';

/** Stands on: the text component reader, without other data. */

const read = (written: string) => readPlainText(readSnbt(written) ?? undefined);

test.each([
  ['colour codes', `"§cFoo §lBar"`, 'Foo Bar'],
  ['a fallback', '{translate:"realm.waystone",fallback:"Waystone"}', 'Waystone'],
  ['a fallback with arguments', '{translate:"a.b",fallback:"%s by %s",with:[{text:"Oak"},"Ada"]}', 'Oak by Ada'],
  ['arguments by position', '{translate:"a.b",fallback:"%2$s, %1$s, 5 %%",with:["x",7]}', '7, x, 5 %'],
  ['arguments that are missing', '{translate:"a.b",fallback:"(%s%9$s)"}', '()'],
  ['a translation in a translation', '{translate:"a",fallback:"<%s>",with:[{translate:"b",fallback:"in"}]}', '<in>'],
  ['the key of a type', '{translate:"block.minecraft.oak_log"}', 'Oak Log'],
  ['a key without a fallback', '{translate:"realm.unknown"}', 'realm.unknown'],
  ['a keybind', '{keybind:"key.jump"}', 'key.jump'],
  ['JSON in quotes', `'{"text":"Foo ","extra":[{"text":"Bar","color":"red"}]}'`, 'Foo Bar'],
])('fault 93: a name with %s is read as plain text', (_name, written, letters) => {
  expect(read(written)).toBe(letters);
});

test('fault 93: nested templates expand to 1,024 characters at most', () => {
  const bomb = Array.from({ length: 12 }).reduce<string>(
    (inner) => `{translate:"a",fallback:"%1$s%1$s%1$s%1$s",with:[${inner}]}`,
    '"0123456789"',
  );
  expect(read(bomb)?.length).toBe(1_024);
});
