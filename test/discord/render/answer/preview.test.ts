import { expect, test } from 'vitest';
import { NO_ICONS } from '../../../../src/discord/icons/no-icons.ts';
import { type Preview, renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import type { WatchTrigger } from '../../../../src/routing/watch.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { BEGAN } from '../arbitraries.ts';
import { layoutText } from '../layout-text.ts';

const LIVE: Preview['stream'] = { state: 'live', since: BEGAN, lastFrameAt: null, lastEventAt: null, counted: {} };
const SINCE = `<t:${BEGAN / 1000}:f>`;

test.each([
  [0, null, 'It would not have messaged you in the last 7 days.'],
  [1, null, 'It would have messaged you 1 time in the last 7 days.'],
  [1_200, BEGAN, `It would have messaged you 1,200 times since ${SINCE}. I have no records from before.`],
  [0, BEGAN, `It would not have messaged you since ${SINCE}. I have no records from before.`],
])('%d tellings of a week, known since %s', (times, since, sentence) => {
  expect(linesOf({ lastWeek: { times, since } })).toContain(sentence);
});

test('a watch without an item names the goods of each shop that matches already', () => {
  const found = { inStock: true, remaining: 64, estimated: false, distance: null, hasOpenVariant: false } as const;
  const offers = ['SLIME_BLOCK', 'ELYTRA'].map((type, at) => {
    const sold = shop(at + 1, { item: item(type), price: 3 });
    return { ...found, shop: sold, match: { unitPrice: 3, contained: null, held: null } };
  });
  const matching = { offers, total: 2 };
  const any = watch('w', { item: null, trigger: 'under-worth', price: null, filter: { containers: true } });
  expect(linesOf({ watch: any, matching })).toEqual(
    expect.arrayContaining(['Slime Block: **3 diamonds**', 'Elytra: **3 diamonds**']),
  );
  expect(linesOf({ watch: watch('w'), matching }), 'a watch on one item').toContain('**3 diamonds**');
});

test('a name that no shop has is doubted before the watch is confirmed', () => {
  const unknownNames = [{ what: 'owner', name: 'Nobodyhere', didYouMean: [] }] as const;
  const lines = linesOf({ unknownNames });
  expect(lines[0]).toContain('No shop of “Nobodyhere” is known right now.');
  expect(lines[1]).toContain('I’ll message you');
});

test.each<[WatchTrigger, string | null]>([
  ['auctioned', 'I can’t tell what happens until it is back.'],
  ['traded', 'I can’t tell what happens until it is back.'],
  ['my-shop', 'I can’t tell what is traded at your shops until it is back.'],
  ['at-or-below', null],
  ['listed', null],
])('while the stream is down, `%s` warns: %s', (trigger, lost) => {
  const item = trigger === 'my-shop' ? { item: null, filter: { owner: 'Ada', containers: true } } : {};
  const watched = watch('w', { trigger, ...item });
  const warnings = linesOf({ watch: watched, stream: { ...LIVE, state: 'down' } }).filter((line) => line.includes('⚠️'));
  expect(warnings).toEqual(lost === null ? [] : [`⚠️ The live stream has been down since ${SINCE}. ${lost}`]);
  expect(linesOf({ watch: watched }).join()).not.toContain('⚠️');
});

function linesOf(more: Partial<Preview>): readonly string[] {
  const content = layoutText(
    renderPreview({
      watch: watch('w'),
      matching: null,
      lastWeek: null,
      extreme: null,
      person: null,
      refusal: null,
      freshness: '-# now',
      stream: LIVE,
      undoKey: 'k',
      unknownNames: [],
      wokeOthers: false,
      chart: null,
      icons: NO_ICONS,
      language: ENGLISH,
      ...more,
    }),
  );
  return content.split('\n');
}

test('the small print is there even when there is hardly room', () => {
  const text = '*'.repeat(100);
  const filter = { owner: text, notOwner: text, world: text, containers: false };
  const lines = linesOf({ watch: watch('w', { item: { type: 'PAPER' }, trigger: 'traded', filter }), extreme: 0.5 });
  expect(lines).toContain('-# `/watch list` shows all your watches.');
});
