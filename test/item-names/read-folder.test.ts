import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { GameNames, readItemNames } from '../../src/item-names/item-names.ts';
import { Languages } from '../../src/language/languages.ts';
import { recordingLog } from '../log/recording-log.ts';

const GERMAN = { 'block.minecraft.slime_block': 'Schleimblock', 'gui.done': 'Fertig' };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function put(file: string, text: string) {
  writeFileSync(join(folder, file), text);
}

test('name files are read by the game’s language codes', async () => {
  put('de_de.json', JSON.stringify(GERMAN));
  put('pt_br.json', JSON.stringify({ 'block.minecraft.slime_block': 'Bloco de slime' }));
  const names = await readItemNames(folder, recordingLog());
  expect([...names.keys()]).toEqual(['de', 'pt-BR']);
});

test('a file saved by an editor on Windows, with a byte order mark, is read', async () => {
  put('de_de.json', `\uFEFF${JSON.stringify(GERMAN)}`);
  const names = await readItemNames(folder, recordingLog());
  expect(names.get('de')?.type('SLIME_BLOCK')).toBe('Schleimblock');
});

test('a language has its own names, and none of another', () => {
  const names = new GameNames(GERMAN);
  expect(new Languages(new Map([['en', names]])).of('en-GB').itemNames).toBe(names);
  expect(new Languages(new Map([['tlh', names]])).of('en-GB').itemNames).toBeNull();
});

test.each([
  ['no JSON', '{"block.minecraft'],
  ['no object', '"Schleimblock"'],
  ['no name of an item', '{"gui.done":"Fertig"}'],
  ['too large', `${' '.repeat(8_000_000)}{}`],
])('a file that is %s is logged, and the others are used', async (_, text) => {
  put('de_de.json', JSON.stringify(GERMAN));
  put('fr_fr.json', text);
  const log = recordingLog();
  expect([...(await readItemNames(folder, log)).keys()]).toEqual(['de']);
  expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ facts: { file: 'fr_fr.json', why: expect.stringMatching(/.+/) } }),
  ]);
});

test('files of unsupported languages are logged in one line', async () => {
  for (const file of ['de_de.json', 'tlh_aa.json', 'notes.txt']) put(file, JSON.stringify(GERMAN));
  const log = recordingLog();
  expect([...(await readItemNames(folder, log)).keys()]).toEqual(['de']);
  expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ facts: expect.objectContaining({ files: ['notes.txt', 'tlh_aa.json'] }) }),
  ]);
});

test('a missing folder is logged, and does not stop the start', async () => {
  const log = recordingLog();
  expect(await readItemNames(join(folder, 'none'), log)).toEqual(new Map());
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});
