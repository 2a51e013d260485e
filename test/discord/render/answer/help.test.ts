import { expect, test } from 'vitest';
import { HELP_TOPICS, renderHelp } from '../../../../src/discord/render/answer/help.ts';
import { ENGLISH, PSEUDO } from '../../../language/spoken.ts';
import { expectAccepted } from '../accepted.ts';

test.each([null, ...HELP_TOPICS])('/help is accepted by Discord, with topic %s', (topic) => {
  for (const language of [ENGLISH, PSEUDO]) expectAccepted(renderHelp(topic, HELP_TOPICS, language));
});

test.each(['find', 'deals'] as const)('/help on %s names the ways to say what is near', (topic) => {
  const shown = JSON.stringify(renderHelp(topic, HELP_TOPICS, ENGLISH));
  for (const way of ['`near`', '`within`', '`x` and `z`', '`/me`']) expect(shown).toContain(way);
});

test('/help has a back button in each topic, and omits topics that the reader may not use', () => {
  const topics = HELP_TOPICS.filter((topic) => topic !== 'feed');
  for (const topic of [null, ...topics]) {
    const shown = JSON.stringify(renderHelp(topic, topics, ENGLISH));
    expect(shown).not.toContain('/feed');
    expect(shown.includes('help:all:')).toBe(topic !== null);
  }
});
