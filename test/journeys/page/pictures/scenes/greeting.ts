import { answers } from '../scene.ts';
import { found, type Stage } from '../stage.ts';

const BUTTON = 'feed:setup:';

/** The message to a server that Crier joins, and the form that sets up its channels. */
export const greeting = answers(
  'greeting',
  ({ moderator }: Stage) => moderator,
  async function* (stage, who) {
    const hello = found(stage.world.discord.messages(stage.channel('general')).at(0));
    yield ['hello', hello];
    yield ['form', hello, BUTTON];
    const values = {
      ...{ channel: [stage.channel('paintings').id], kinds: ['banned-paintings'] },
      ...{ 'channel-2': [stage.channel('trades').id], 'kinds-2': ['purchases', 'price-drops'], 'min-value': '50' },
    };
    yield ['set-up', await stage.fillIn(who, hello, BUTTON, values)];
  },
);
