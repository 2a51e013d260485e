import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildMember,
  type APIOverwrite,
  DiscordAPIError,
  type GuildChannelType,
  PermissionFlagsBits,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import { isThread, permissionsNeededIn } from '../discord/command/feed-permissions.ts';
import { outcomeOf } from '../discord/outcome.ts';
import { Languages } from '../language/languages.ts';
import type { Feed } from '../routing/feed.ts';
import { amiss, type Finding, well } from './finding.ts';

/** Each takes a request or more, of which a bot has 50 in a second, at work beside this too. */
const MOST_CHANNELS = 100;

type Channel = APIGuildChannel<GuildChannelType>;

/** A server as its channels' permissions are reckoned from it. */
interface Server {
  readonly guild: APIGuild;
  readonly me: APIGuildMember;
}

/**
 * Looks whether Crier may post where its feeds go; a finding for each channel where it may not, or where its feeds are `paused` because
 * it could not.
 */
export async function checkPermissions(
  rest: REST,
  botId: string,
  { feeds, paused }: { readonly feeds: readonly Feed[]; readonly paused: ReadonlySet<string> },
): Promise<Finding[]> {
  const byChannel = new Map(feeds.map(({ channelId, guildId }) => [channelId, guildId]));
  const looked = [...byChannel].slice(0, MOST_CHANNELS);
  const servers = new Map<string, Promise<Server>>();
  const serverOf = (guildId: string) => {
    const known = servers.get(guildId) ?? readServer(rest, guildId, botId);
    servers.set(guildId, known);
    return known;
  };
  const findings: Finding[] = [];
  for (const [channelId, guildId] of looked) {
    const said = await lackIn(rest, channelId, paused.has(channelId), () => serverOf(guildId));
    if (said !== null) findings.push(amiss('Permissions', said));
  }
  if (findings.length > 0) return findings;
  const more = byChannel.size > looked.length ? ` There are ${byChannel.size - looked.length} more.` : '';
  return [well('Permissions', `Crier may post in ${looked.length} of ${looked.length} channels with feeds.${more}`)];
}

async function readServer(rest: REST, guildId: string, botId: string): Promise<Server> {
  const guild = (await rest.get(Routes.guild(guildId))) as APIGuild;
  const me = (await rest.get(Routes.guildMember(guildId, botId))) as APIGuildMember;
  return { guild, me };
}

/** What keeps Crier from posting in a channel, and what would do; null: nothing. */
async function lackIn(
  rest: REST,
  channelId: string,
  isPaused: boolean,
  server: () => Promise<Server>,
): Promise<string | null> {
  try {
    const channel = (await rest.get(Routes.channel(channelId))) as Channel;
    const inThread = isThread(channel.type) && channel.parent_id;
    const ruling = inThread ? ((await rest.get(Routes.channel(inThread))) as Channel) : channel;
    const { guild, me } = await server();
    const mine = permissionsIn(ruling, guild, me);
    const language = new Languages().of('en');
    const lacking = permissionsNeededIn(channel.type).filter(([, flag]) => (mine & flag) === 0n);
    const where = `#${channel.name} of ${guild.name}`;
    if (lacking.length === 0 && isPaused)
      return `in ${where} Crier may post again, but its feeds there are paused since Discord refused it. Start them with /feed resume.`;
    if (lacking.length === 0) return null;
    const names = language.and(lacking.map(([name]) => language.say(`feed.permission.${name}`)));
    const then = isPaused ? ' Then start its feeds with /feed resume: they are paused.' : '';
    return `in ${where} Crier lacks ${names}. Allow its role that in the settings of the channel.${then}`;
  } catch (error) {
    return refusalOf(channelId, error);
  }
}

function refusalOf(channelId: string, error: unknown): string {
  const code = error instanceof DiscordAPIError ? error.code : null;
  if (code === RESTJSONErrorCodes.UnknownChannel)
    return `the channel ${channelId} is gone. Remove its feeds with /feed remove, or let them be: they hold up nothing.`;
  if (code === RESTJSONErrorCodes.MissingAccess || code === RESTJSONErrorCodes.UnknownGuild)
    return `Crier does not see the channel ${channelId}. Allow its role View Channel there, or invite Crier to that server again.`;
  const outcome = outcomeOf(error);
  const why = 'why' in outcome ? outcome.why : outcome.kind;
  return `of the channel ${channelId} Discord tells nothing (${why}). Try again.`;
}

/** Discord's rule (Permission Overwrites): roles together, then what the channel says of everyone, of roles, and of the bot. */
function permissionsIn(
  { permission_overwrites: overwrites = [] }: Channel,
  guild: APIGuild,
  me: APIGuildMember,
): bigint {
  const roleIds = new Set([guild.id, ...me.roles]);
  const base = guild.roles
    .filter(({ id }) => roleIds.has(id))
    .reduce((bits, role) => bits | BigInt(role.permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const everyone = overwrites.filter(({ id }) => id === guild.id);
  const roles = overwrites.filter(({ id }) => id !== guild.id && roleIds.has(id));
  const own = overwrites.filter(({ id }) => id === me.user.id);
  return [everyone, roles, own].reduce(apply, base);
}

function apply(bits: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const all = (side: 'allow' | 'deny') => overwrites.reduce((sum, one) => sum | BigInt(one[side]), 0n);
  return (bits & ~all('deny')) | all('allow');
}
