import { expect, test } from 'vitest';
import { myShops } from '../../commands/my-shops.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { loaded, shop } from '../market/samples.ts';

/** Returns a bot whose store answers late, and fails then. */
function open() {
  const steps: string[] = [];
  const { market } = loaded([shop(1)]);
  const interaction = {
    user: { id: '400' },
    options: { getBoolean: () => null, getInteger: () => null, getString: () => null },
    deferred: false,
    async deferReply() {
      interaction.deferred = true;
      steps.push('defer');
    },
  };
  const context = {
    market: () => market,
    workQueue: { isBusy: false },
    personSoon: async () => undefined,
    subscriptions: {
      async person() {
        steps.push('read');
        throw new Error('away');
      },
    },
  };
  return { steps, interaction: interaction as never, context: context as unknown as CommandContext };
}

test('/my-shops asks Discord for time before it waits for a late store', async () => {
  const { steps, interaction, context } = open();
  await expect(myShops.execute(interaction, context)).rejects.toThrow('away');
  expect(steps).toEqual(['defer', 'read']);
});

test('the button of the weekly message asks Discord for time before it reads the store', async () => {
  const { steps, interaction, context } = open();
  await expect(myShops.actions.open(interaction as ActionInteraction, '', context)).rejects.toThrow('away');
  expect(steps).toEqual(['defer', 'read']);
});
