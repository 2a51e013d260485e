import type { Scene } from '../scene.ts';

/** The buttons under an alert, by the prefix of their custom ids. */
const BUTTONS = { snoozed: 'watch:snooze:', stopped: 'watch:stop:', shops: 'watch:shops:' } as const;
const PURPOSES = ['snoozed', 'stopped', 'shops'] as const;

/** An alert or its answer after one of its buttons was pressed. */
export const pressed: Scene = {
  name: 'pressed',
  purposes: PURPOSES,
  async play(stages) {
    const alerts = await Promise.all(
      stages.flatMap((stage) =>
        PURPOSES.map(async (name) => {
          const viewer = stage.person(name);
          const where = stage.world.discord.world.dmChannel(viewer);
          await stage.ask(viewer, where, '/watch add', { item: 'ELYTRA', trigger: 'auctioned' });
          return { name, stage, viewer, alert: stage.push(where) };
        }),
      ),
    );
    stages[0]?.world.economy.auction({ item: { type: 'ELYTRA' }, amount: 2, finalBid: 40 });
    return Promise.all(
      alerts.map(async ({ name, stage, viewer, alert }) => {
        const message = await stage.use(viewer, await alert, BUTTONS[name]);
        return { name, stage, viewer, message };
      }),
    );
  },
};
