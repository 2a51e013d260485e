import { withDescendants } from '../../../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../../../sandbox/discord/world/entities.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import { answers } from '../scene.ts';
import { found } from '../stage.ts';

/** `/me` and `/my-shops` of the player with the most shops. The page's own player stays without a name. */
export const myShops = {
  ...answers(
    'my-shops',
    (stage) => stage.person('trader'),
    async function* (stage, who) {
      const dm = stage.world.discord.world.dmChannel(who);
      const name = busiestOwner(stage.world.economy);
      yield ['nameless', await stage.ask(who, dm, '/my-shops', {})];
      yield ['me-nothing', await stage.ask(who, dm, '/me', {})];
      yield ['me', await stage.ask(who, dm, '/me', { name, x: 120, z: -340 })];
      const report = await stage.ask(who, dm, '/my-shops', {});
      yield ['report', report];
      yield ['month', await stage.ask(who, dm, '/my-shops', { days: 30 })];
      for (const list of ['items', 'empty', 'undercut', 'unsold']) {
        const again = await stage.ask(who, dm, '/my-shops', {});
        const id = listIn(again, list);
        if (id !== null) yield [list, await stage.use(who, again, id)];
      }
      yield ['csv', await stage.use(who, await stage.ask(who, dm, '/my-shops', {}), 'my-shops:csv:')];
      yield ['public', await stage.ask(who, dm, '/my-shops', { owner: name, private: false })];
      yield ['unknown', await stage.ask(who, dm, '/my-shops', { owner: `${name}x` })];
    },
  ),
  purposes: ['trader'],
};

/** Returns the custom id of a list's button, or null if the list is empty. */
function listIn({ components }: Message, list: string): string | null {
  const button = components
    .flatMap(withDescendants)
    .find(({ custom_id }) => new RegExp(`^my-shops:list:[^:]+:${list}$`).test(String(custom_id)));
  return button === undefined || button.disabled === true ? null : String(button.custom_id);
}

function busiestOwner(economy: Economy): string {
  const byName = Map.groupBy(economy.shops(), ({ owner }) => owner.name ?? '');
  byName.delete('');
  const [busiest] = [...byName].sort(([, a], [, b]) => b.length - a.length);
  return found(busiest)[0];
}
