import { expect, test } from 'vitest';
import { type Preview, renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import type { WatchTrigger } from '../../../../src/routing/watch.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { watch } from '../../../routing/samples.ts';
import { BEGAN } from '../arbitraries.ts';

const LIVE: Preview['stream'] = { state: 'live', since: BEGAN, lastFrameAt: null, lastEventAt: null, counted: {} };
const SINCE = `<t:${BEGAN / 1000}:f>`;

test.each([
  [0, null, 'Not once in the last 7 days would it have told you.'],
  [1, null, 'It would have told you 1 time in the last 7 days.'],
  [1_200, BEGAN, `It would have told you 1,200 times since ${SINCE}. Crier knows nothing from before.`],
  [0, BEGAN, `Not once since ${SINCE} would it have told you. Crier knows nothing from before.`],
])('%d tellings of a week, known since %s', (times, since, sentence) => {
  expect(linesOf({ lastWeek: { times, since } })).toContain(sentence);
});

test.each<[WatchTrigger, string | null]>([
  ['auctioned', 'what happens meanwhile cannot be told.'],
  ['traded', 'what happens meanwhile cannot be told.'],
  ['my-shop', 'what is traded at your shops meanwhile cannot be told.'],
  ['at-or-below', null],
  ['listed', null],
])('while the stream is down, `%s` warns: %s', (trigger, lost) => {
  const item = trigger === 'my-shop' ? { item: null, filter: { owner: 'Ada', containers: true } } : {};
  const watched = watch('w', { trigger, ...item });
  const warnings = linesOf({ watch: watched, stream: { ...LIVE, state: 'down' } }).filter((line) => line.includes('⚠️'));
  expect(warnings).toEqual(lost === null ? [] : [`⚠️ The stream has been down since ${SINCE}: ${lost}`]);
  expect(linesOf({ watch: watched }).join()).not.toContain('⚠️');
});

function linesOf(more: Partial<Preview>): readonly string[] {
  const { content } = renderPreview({
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
    hasPicture: false,
    language: ENGLISH,
    ...more,
  });
  return content.split('\n');
}
