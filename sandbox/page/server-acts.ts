import { spokenLocales } from '../discord/locales.ts';
import type { Guild } from '../discord/world/entities.ts';
import { PageError } from './page-error.ts';
import { peopleViews, placeViews } from './people-and-places.ts';
import type { FromServer, ServerAct, WorldAct } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';

const mostServers = 10;
/** The bot may not write in the first one. */
const channels = [{ name: 'rules', deniesBot: ['SendMessages'] }, { name: 'general' }, { name: 'market' }] as const;
const kinds: readonly string[] = [
  'join',
  'leave',
  'return',
  'person-locale',
  'server-locale',
] satisfies ServerAct['kind'][];

export function isServerAct(act: WorldAct): act is ServerAct {
  return kinds.includes(act.kind);
}

/**
 * Executes a change of servers, notifies the pages, and describes it.
 * @throws PageError if it is impossible
 */
export function actOnServers(sandbox: Sandbox, act: ServerAct, send: (push: FromServer) => void): string {
  const { world } = sandbox.discord;
  switch (act.kind) {
    case 'join':
      return join(sandbox, act, send);
    case 'leave': {
      const guild = serverOf(sandbox, act.guildId);
      if (!guild.hasBot) throw new PageError(`Crier is not in ${guild.name}`);
      world.removeBot(guild);
      return `Crier was removed from ${guild.name}.`;
    }
    case 'return': {
      const guild = serverOf(sandbox, act.guildId);
      if (guild.hasBot) throw new PageError(`Crier is in ${guild.name} already`);
      world.inviteBot(guild);
      return `Crier was invited to ${guild.name} again.`;
    }
    case 'person-locale': {
      const person = sandbox.people.find(({ user }) => user.id === act.personId)?.user;
      if (!person) throw new PageError('there is no such person');
      world.setPersonLocale(person, known(act.locale));
      send({ push: 'people', people: peopleViews(sandbox) });
      return `${person.name} now uses Discord in ${act.locale}.`;
    }
    case 'server-locale': {
      const guild = serverOf(sandbox, act.guildId);
      world.setLocale(guild, known(act.locale));
      return `The language of ${guild.name} is now ${act.locale}.`;
    }
  }
}

/** The places exist before the bot joins, so that the pages can place its greeting. */
function join(
  sandbox: Sandbox,
  { name, locale }: Extract<ServerAct, { kind: 'join' }>,
  send: (push: FromServer) => void,
) {
  const { discord, people, places } = sandbox;
  const { world } = discord;
  if (name.trim() === '' || name.length > 100) throw new PageError('a server’s name has 1 to 100 characters');
  if (world.guilds.size >= mostServers) throw new PageError(`there are ${mostServers} servers, which is enough`);
  const plan = { name: name.trim(), locale: known(locale), channels, systemChannel: 'general', withBot: false };
  const guild = world.addGuild(plan);
  for (const { user, role } of people) {
    if (role !== 'user') world.addMember(guild, user, role === 'moderator' ? ['ManageChannels'] : []);
  }
  places.push(...guild.channels.values());
  send({ push: 'places', places: placeViews(sandbox) });
  world.inviteBot(guild);
  return `Crier joined ${guild.name}.`;
}

function serverOf({ discord }: Sandbox, id: string): Guild {
  const guild = discord.world.guilds.get(id);
  if (!guild) throw new PageError('there is no such server');
  return guild;
}

function known(locale: string): string {
  if (spokenLocales.includes(locale)) return locale;
  throw new PageError(`Discord has no language “${locale.slice(0, 20)}”`);
}
