import { expect, test } from 'vitest';
import { missingFont } from '../../../sandbox/page/client/missing-font.ts';

const asBoxes = () => 'box';
const asGlyphs = (character: string) => character;

test('a computer that draws two Japanese characters alike is advised to install a font', () => {
  expect(missingFont('ja', asBoxes)).toContain('no font for Japanese. Install Noto Sans CJK');
  expect(missingFont('ko', asBoxes)).toContain('Korean');
  expect(missingFont('zh-CN', asBoxes)).toContain('Chinese');
});

test('a computer with the font, or with a Latin script, gets no advice', () => {
  expect(missingFont('ja', asGlyphs)).toBeNull();
  expect(missingFont('de', asBoxes)).toBeNull();
});
