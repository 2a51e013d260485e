import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildMember,
  DiscordAPIError,
  type GuildChannelType,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import { isThread, permissionsIn, permissionsNeededIn } from '../discord/command/permissions.ts';
import { stoppingFeeds } from '../discord/render/answer/feed-standing.ts';
import { outcomeOf } from '../discord/rest/faults.ts';
import { Languages } from '../language/languages.ts';
import type { Feed } from '../routing/feed.ts';
import { amiss, type Finding, well } from './finding.ts';

/** Each takes a request or more, of which a bot has 50 in a second, at work beside this too. */
const MOST_CHANNELS = 100;
/** Channels named in one line. */
const MOST_NAMED = 5;

type Channel = APIGuildChannel<GuildChannelType>;

/** A channel's lack of permissions. `stops` false: its feeds are posted, without pictures. */
interface Lack {
  readonly stops: boolean;
  readonly said: string;
}

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
  const lacks: Lack[] = [];
  for (const [channelId, guildId] of looked) {
    const lack = await lackIn(rest, channelId, paused.has(channelId), () => serverOf(guildId));
    if (lack !== null) lacks.push(lack);
  }
  const stopping = lacks.filter(({ stops }) => stops);
  if (stopping.length > 0) return stopping.map(({ said }) => amiss('Permissions', said));
  const more = byChannel.size > looked.length ? ` There are ${byChannel.size - looked.length} more.` : '';
  const count = `${looked.length} of ${looked.length}`;
  return [well('Permissions', `Crier may post in ${count} channels with feeds.${more}${withoutPictures(lacks)}`)];
}

function withoutPictures(lacks: readonly Lack[]): string {
  if (lacks.length === 0) return '';
  const named = lacks.slice(0, MOST_NAMED).map(({ said }) => said);
  if (lacks.length > MOST_NAMED) named.push(`${lacks.length - MOST_NAMED} more`);
  const where = new Languages().of('en').and(named);
  return ` Pictures of paintings are left out in ${where}: allow its role Attach Files there.`;
}

async function readServer(rest: REST, guildId: string, botId: string): Promise<Server> {
  const guild = (await rest.get(Routes.guild(guildId))) as APIGuild;
  const me = (await rest.get(Routes.guildMember(guildId, botId))) as APIGuildMember;
  return { guild, me };
}

/** The permissions that Crier lacks in a channel, and the cure, or null if it lacks none. */
async function lackIn(
  rest: REST,
  channelId: string,
  isPaused: boolean,
  server: () => Promise<Server>,
): Promise<Lack | null> {
  try {
    const channel = (await rest.get(Routes.channel(channelId))) as Channel;
    const inThread = isThread(channel.type) && channel.parent_id;
    const ruling = inThread ? ((await rest.get(Routes.channel(inThread))) as Channel) : channel;
    const { guild, me } = await server();
    const mine = permissionsIn(ruling, guild, me);
    const language = new Languages().of('en');
    const missing = permissionsNeededIn(channel.type).flatMap(([name, flag]) => ((mine & flag) === 0n ? [name] : []));
    const canPost = stoppingFeeds(missing).length === 0;
    const where = `#${channel.name} of ${guild.name}`;
    if (canPost && isPaused)
      return stop(
        `in ${where} Crier may post again, but its feeds there are paused since Discord refused it. ` +
          'Start them with /feed resume.',
      );
    if (canPost) return missing.length === 0 ? null : { stops: false, said: where };
    const names = language.and(missing.map((name) => language.say(`feed.permission.${name}`)));
    const then = isPaused ? ' Then start its feeds with /feed resume: they are paused.' : '';
    return stop(`in ${where} Crier lacks ${names}. Allow its role that in the settings of the channel.${then}`);
  } catch (error) {
    return stop(refusalOf(channelId, error));
  }
}

function stop(said: string): Lack {
  return { stops: true, said };
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
