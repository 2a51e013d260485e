import { REST } from 'discord.js';
import { messageFlags } from '../../../../sandbox/discord/numbers.ts';
import type { Answer } from '../../../../sandbox/discord/people/answer.ts';
import type { OptionValues } from '../../../../sandbox/discord/people/command-call.ts';
import { Refusal } from '../../../../sandbox/discord/people/refusal.ts';
import type { Message } from '../../../../sandbox/discord/world/entities.ts';
import { textOf } from '../../world/world.ts';
import type { Created, InitialState, Row } from './table.ts';
import type { Stake, UsersWorld, Who } from './users.ts';

const MODAL = 9;
const ALERT = /^watch:(?:stop|snooze|keep|menu|restore|shops):/;
/** The keys that answers have in their buttons. */
const KEYS: Readonly<Record<Exclude<InitialState, 'on'>, RegExp>> = {
  paused: /"watch:undo:([^"]+)"/,
  removed: /"feed:restore:([^"]+)"/,
  searched: /"shop:watch:([^"]+)"/,
  'too-dear': /"shop:watch-at:([^"]+)"/,
  reported: /"my-shops:csv:([^"]+)"/,
};

let made = 1_000;

/** Returns the user who owns the subscription. */
export const entitled = (stake: Stake): Who => (stake === 'watch' ? 'owner' : 'moderator here');

/** Creates a new watch of the owner or feed in the market, in its state before the attempt. */
export async function make(town: UsersWorld, { act, stake, before = 'on' }: Row): Promise<Created> {
  const { market, roles } = town;
  made += 1;
  const known = town.settings();
  const ask = async (line: string, values: OptionValues = {}) => town.as(entitled(stake)).run(line, values).reply();
  if (stake === 'watch') {
    await ask('/watch add', { item: 'Slime Block', trigger: 'auctioned', price: made, expires: 1 });
  } else await ask('/feed add', { kind: 'auctions', 'min-value': made });
  const [name = ''] = [...town.settings().keys()].filter((one) => !known.has(one) && !one.startsWith('people:'));
  const id = name.slice(name.lastIndexOf(':') + 1);
  const file = act === '/watch import' ? await exported(town, made + 1_000_000) : '';
  const values = { [stake]: id };
  let key = '';
  if (before === 'paused') key = keyIn(await ask(`/${stake} pause`, values), before, stake === 'watch');
  if (before === 'removed') key = keyIn(await ask(`/${stake} remove`, values), before);
  if (before === 'searched') key = keyIn(await ask('/shop', { item: 'Slime Block' }), before);
  if (before === 'too-dear') key = keyIn(await ask('/shop', { item: 'Slime Block', 'max-price': 0.001 }), before);
  if (before === 'reported') key = keyIn(await ask('/my-shops', { owner: 'Ada' }), before);
  return { id, key, n: made + 1_000_000, market, file, roles };
}

function keyIn({ components }: Message, before: Exclude<InitialState, 'on'>, isThere = true): string {
  const [, key] = KEYS[before].exec(JSON.stringify(components)) ?? [];
  if (key === undefined && isThere) throw new Error(`no key of ${before} in ${JSON.stringify(components)}`);
  return key ?? '';
}

/** Returns the owner's first watch as a file, at another price. */
async function exported({ as, world }: UsersWorld, price: number): Promise<string> {
  const { attachments } = await as('owner').run('/watch export').reply();
  const file = JSON.parse(String(world.discord.attachment(attachments[0]?.url ?? '')));
  return JSON.stringify({ ...file, watches: [{ ...file.watches[0], trigger: 'auctioned', price }] });
}

/** Adds a message of Crier with a control that it never made. */
async function messageWith(
  { world, places }: UsersWorld,
  who: Who,
  customId: string,
  chosen?: string,
): Promise<Message> {
  const control =
    chosen === undefined
      ? { type: 2, style: 2, label: 'forged', custom_id: customId }
      : { type: 3, custom_id: customId, options: [{ label: 'forged', value: chosen }] };
  const place = places[who];
  const row = { type: 1, components: [control] };
  // An alert has content, and every answer consists of components.
  const body = ALERT.test(customId)
    ? { content: 'forged', components: [row] }
    : { flags: messageFlags.componentsV2, components: [{ type: 10, content: 'forged' }, row] };
  const rest = new REST({ api: world.discord.url, offset: 0 }).setToken(world.discord.token);
  const quiet = { ...body, allowed_mentions: { parse: [] } };
  const { id } = (await rest.post(`/channels/${place.id}/messages`, { body: quiet })) as { id: string };
  const message = world.discord.messages(place).find((one) => one.id === id);
  if (!message) throw new Error('the message was not posted');
  return message;
}

const fill = (text: string, { id, key }: Created) => text.replace(/WATCH|FEED/, id).replace('KEY', key);

async function begin(town: UsersWorld, who: Who, row: Row, of: Created): Promise<Answer> {
  const { as } = town;
  if (row.act.startsWith('/')) return as(who).run(row.act, row.options?.(of) ?? {});
  const press = async (by: Who, act: string) => {
    const customId = fill(act, of);
    return as(by).press(await messageWith(town, by, customId), customId);
  };
  if (row.form) return as(who).submit(await press(entitled(row.stake), row.form.opens), row.form.values(of));
  if (row.chosen === undefined) return press(who, row.act);
  const [customId, chosen] = [fill(row.act, of), fill(row.chosen, of)];
  return as(who).select(await messageWith(town, who, customId, chosen), customId, [chosen]);
}

/** Runs the row's action. @returns Crier's answer, empty if it opens a form, or null if Discord does not allow it */
export async function act(town: UsersWorld, who: Who, row: Row, of: Created): Promise<string | null> {
  try {
    const answer = await begin(town, who, row, of);
    const { type } = await answer.callback;
    // The answer replaces the message, or is one of its own.
    return type === MODAL ? '' : textOf(await Promise.any([answer.reply(), answer.followUp(1)]));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
