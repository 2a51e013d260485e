import { test } from 'vitest';
import { HELP_TOPICS, renderHelp } from '../../../../src/discord/render/answer/help.ts';
import { ENGLISH, PSEUDO } from '../../../language/spoken.ts';
import { expectAccepted } from '../accepted.ts';

test.each([null, ...HELP_TOPICS])('/help is a message that Discord takes, more of %s in it', (topic) => {
  for (const language of [ENGLISH, PSEUDO]) expectAccepted(renderHelp(topic, language));
});
