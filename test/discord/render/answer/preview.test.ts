import { expect, test } from 'vitest';
import { type Preview, renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import type { WatchTrigger } from '../../../../src/routing/watch.ts';
import { HOUR_MS } from '../../../../src/time/durations.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { BEGAN } from '../arbitraries.ts';
import { layoutText } from '../layout-text.ts';

const LIVE: Preview['stream'] = { state: 'live', since: BEGAN, lastFrameAt: null, lastEventAt: null, counted: {} };
const SINCE = `<t:${BEGAN / 1000}:f>`;

test.each([
  [0, null, 'This watch would not have messaged you in the last 7 days.'],
  [1, null, 'This watch would have messaged you 1 time in the last 7 days.'],
  [
    1_200,
    BEGAN,
    `I have seen shop changes only since ${SINCE}. This watch would have messaged you 1,200 times since then.`,
  ],
  [0, BEGAN, `I have seen shop changes only since ${SINCE}. This watch would not have messaged you since then.`],
])(
  'the preview of a watch counts the messages of the last 7 days: %d, with changes known since %s',
  (times, since, sentence) => {
    expect(linesOf({ lastWeek: { times, since }, now: BEGAN + 13 * HOUR_MS })).toContain(sentence);
  },
);

test('a watch on events mentions trades and auctions, and a time of today without the date', () => {
  const since = `<t:${BEGAN / 1000}:t>`;
  const lines = linesOf({ watch: watch('w', { trigger: 'auctioned' }), lastWeek: { times: 0, since: BEGAN } });
  expect(lines.join('\n')).toContain(`I have seen trades and auctions only since ${since}. This watch would not`);
});

test('a watch without an item names the item of each shop that matches already', () => {
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

test('a name that no shop has is questioned before the watch is confirmed', () => {
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
      now: BEGAN,
      icons: NO_ICONS,
      language: ENGLISH,
      ...more,
    }),
  );
  return content.split('\n');
}

test('the small print is kept in a message at the length limit', () => {
  const text = '*'.repeat(100);
  const filter = { owner: text, notOwner: text, world: text, containers: false };
  const lines = linesOf({ watch: watch('w', { item: { type: 'PAPER' }, trigger: 'traded', filter }), extreme: 0.5 });
  expect(lines).toContain('-# `/watch list` shows all your watches.');
});
