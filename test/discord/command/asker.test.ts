import { expect, test } from 'vitest';
import { readerOf, readerWithHome } from '../../../src/discord/command/asker.ts';
import { type ActionInteraction, UserError } from '../../../src/discord/command/command.ts';
import { LANGUAGES } from '../../language/spoken.ts';

const HOME = { x: 7_311, z: -4_207 };
const PRESS = { user: { id: '400' }, locale: 'en-US', message: null } as unknown as ActionInteraction;

test('a button answers without the user’s settings while the store does not answer', async () => {
  const context = { personSoon: async () => undefined, languages: LANGUAGES };
  expect((await readerOf(PRESS, false, context)).asker).toMatchObject({ home: null });
});

test('*Distances for me* fails with the store’s error, and says that no home is set only if none is', async () => {
  const read = (person: () => Promise<{ id: string; quiet: null; home?: typeof HOME } | null>) =>
    readerWithHome(PRESS, { subscriptions: { person } as never, languages: LANGUAGES });
  await expect(read(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(read(async () => null)).rejects.toThrow(UserError);
  expect((await read(async () => ({ id: '400', quiet: null, home: HOME }))).asker.home).toEqual(HOME);
});
