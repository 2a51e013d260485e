import type { DemoWorld } from '../../../../sandbox/demo/demo-world.ts';
import type { ModalValues } from '../../../../sandbox/discord/people/modal-submission.ts';
import { withDescendants } from '../../../../sandbox/discord/rules/component-rules.ts';
import type { Channel, Guild, Message, User } from '../../../../sandbox/discord/world/entities.ts';
import type { Sandbox } from '../../../../sandbox/page/sandbox.ts';

const CHANNELS = [
  ...['general', 'market', 'staff', 'auctions', 'compact', 'digest', 'trades'],
  ...['listings', 'restocks', 'price-drops', 'sold-out', 'server', 'paintings'],
  ...['gallery', 'discs', 'boxes', 'bundles'],
] as const;
export type ChannelName = (typeof CHANNELS)[number];

const ANSWER_MS = 20_000;
/** A refresh of all shops, with reserve. */
const PUSH_MS = 150_000;

/** A server and its users with one language. */
export interface Stage {
  readonly locale: string;
  readonly world: DemoWorld;
  readonly guild: Guild;
  readonly player: User;
  readonly moderator: User;
  channel(name: ChannelName): Channel;
  /** Returns a separate user for each purpose, in their direct messages. */
  person(purpose: string): User;
  /** Runs a command. @returns its answer once it has content */
  ask(who: User, where: Channel, line: string, values?: Record<string, string | number | boolean>): Promise<Message>;
  /**
   * Presses a button or chooses in a menu by the prefix of its custom id.
   * @returns the answer or the changed message
   */
  use(who: User, message: Message, customId: string, choice?: string): Promise<Message>;
  /** Opens a form with a button, fills it in by its inputs' custom ids and sends it. @returns the answer */
  fillIn(who: User, message: Message, customId: string, values: ModalValues): Promise<Message>;
  /** Waits for the next alert there. */
  push(where: Channel): Promise<Message>;
}

/** Opens a stage of one language: channels, a player, a moderator, and users for the given purposes. */
export function openStage(world: DemoWorld, locale: string, purposes: readonly string[]): Stage {
  const { discord } = world;
  const player = discord.world.addUser({ name: `Sam ${locale}`, locale });
  const moderator = discord.world.addUser({ name: `Mia ${locale}`, locale });
  const channels = CHANNELS.map((name) => ({ name }));
  const guild = discord.world.addGuild({ name: 'Market Town', locale, channels, systemChannel: 'general' });
  discord.world.addMember(guild, player);
  discord.world.addMember(guild, moderator, ['ManageChannels', 'ManageMessages']);
  const people = new Map(
    purposes.map((purpose) => [
      purpose,
      discord.world.addUser({ name: `${purpose} ${locale}`, locale, installed: true }),
    ]),
  );
  return {
    locale,
    world,
    guild,
    player,
    moderator,
    channel: (name) => found([...guild.channels.values()].find((each) => each.name === name)),
    person: (purpose) => found(people.get(purpose)),
    ask: (who, where, line, values = {}) => discord.as(who).in(where).run(line, values).reply(ANSWER_MS),
    use(who, message, begins, choice) {
      const actor = discord.as(who).in(message.channel);
      const id = controlOf(message, begins);
      return (choice === undefined ? actor.press(message, id) : actor.select(message, id, [choice])).reply(ANSWER_MS);
    },
    async fillIn(who, message, begins, values) {
      const actor = discord.as(who).in(message.channel);
      const sent = await actor.submit(actor.press(message, controlOf(message, begins)), values);
      return sent.reply(ANSWER_MS);
    },
    push: (where) =>
      discord.events.next('message', (each) => each.channel === where && each.interactionMetadata === null, PUSH_MS),
  };
}

/** Returns the custom id of the first control with the prefix. */
function controlOf({ components }: Message, begins: string): string {
  const ids = components.flatMap(withDescendants).map(({ custom_id }) => String(custom_id));
  return found(ids.find((id) => id.startsWith(begins)));
}

/** Returns the demo's world as the page shows it, with the users and places of the stages. */
export function sandboxOf(world: DemoWorld, stages: readonly Stage[], purposes: readonly string[]): Sandbox {
  const people = stages.flatMap((stage) => [
    { user: stage.player, role: 'member' as const },
    { user: stage.moderator, role: 'moderator' as const },
    ...purposes.map((purpose) => ({ user: stage.person(purpose), role: 'user' as const })),
  ]);
  const places = [
    ...stages.flatMap(({ guild }) => [...guild.channels.values()]),
    ...people.map(({ user }) => world.discord.world.dmChannel(user)),
  ];
  return { ...world, people, places };
}

export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the world of the pictures lacks something');
  return value;
}
