import { REST, Routes } from 'discord.js';
import { withDescendants } from '../../../../../sandbox/discord/rules/component-rules.ts';
import type { Channel, Message } from '../../../../../sandbox/discord/world/entities.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import { formatWeek } from '../../../../../src/discord/render/alert/weekly.ts';
import { identify } from '../../../../../src/market/item/identity.ts';
import { WEEK_MS } from '../../../../../src/time/durations.ts';
import { LANGUAGES } from '../../../../language/spoken.ts';
import { week } from '../../../../market/weeks.ts';
import { answers } from '../scene.ts';
import { found, type Stage } from '../stage.ts';

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
      const last = await stage.ask(who, dm, '/my-shops', {});
      yield ['weekly-on', await stage.use(who, last, 'my-shops:weekly:on')];
      yield ['weekly', await postWeek(stage, dm, name)];
      yield ['csv', await stage.use(who, await stage.ask(who, dm, '/my-shops', {}), 'my-shops:csv:')];
      yield ['public', await stage.ask(who, dm, '/my-shops', { owner: name, private: false })];
      yield ['unknown', await stage.ask(who, dm, '/my-shops', { owner: `${name}x` })];
    },
  ),
  purposes: ['trader'],
};

const POST_MS = 20_000;

/** Posts the message of a week as the bot would, because a picture cannot wait for a Monday. */
async function postWeek({ world, locale }: Stage, { id }: Channel, name: string): Promise<Message> {
  const attention = [
    { kind: 'empty', shops: 2, goods: [identify('HOPPER'), identify('SLIME_BLOCK')] },
    { kind: 'undercut', shops: 1, goods: [identify('HOPPER')] },
  ] as const;
  const total = { sales: 12, sold: 340, earned: 85, purchases: 1, bought: 64, spent: 2.5 };
  const best = [{ ...total, identity: identify('SLIME_BLOCK') }];
  const of = week({ from: Date.now() - WEEK_MS, until: Date.now(), total, best, attention, unclear: 3 });
  const cause = { kind: 'weekly', at: 0, player: { name, uuid: null }, locale, week: of } as const;
  const { url, token, events } = world.discord;
  const posted = events.next('message', (message) => message.channel.id === id, POST_MS);
  const body = formatWeek(cause, LANGUAGES.of(locale)).message;
  await new REST({ api: url }).setToken(token).post(Routes.channelMessages(id), { body });
  return posted;
}

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
