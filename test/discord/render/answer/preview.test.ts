import { expect, test } from 'vitest';
import { renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import { watch } from '../../../routing/samples.ts';
import { BEGAN } from '../arbitraries.ts';

const SINCE = `<t:${BEGAN / 1000}:f>`;

test.each([
  [0, null, 'Not once in the last 7 days would it have told you.'],
  [1, null, 'It would have told you 1 time in the last 7 days.'],
  [1_200, BEGAN, `It would have told you 1,200 times since ${SINCE}. Crier knows nothing from before.`],
  [0, BEGAN, `Not once since ${SINCE} would it have told you. Crier knows nothing from before.`],
])('%d tellings of a week, known since %s', (times, since, sentence) => {
  const { content } = renderPreview({
    watch: watch('w'),
    matching: null,
    lastWeek: { times, since },
    extreme: null,
    person: null,
    refusal: null,
    freshness: '-# now',
    stream: { state: 'live', since: BEGAN, lastFrameAt: null, lastEventAt: null, counted: {} },
    undoKey: 'k',
    unknownNames: [],
    wokeOthers: false,
    hasPicture: false,
    locale: 'en-US',
  });
  expect(content.split('\n')).toContain(sentence);
});
