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
import { type Finding, failed, passed } from './finding.ts';

/**
 * Limits the requests of a check: a channel costs one or more of the bot's 50 requests per second, which a running
 * Crier needs too.
 */
const MOST_CHECKED_CHANNELS = 100;
const MOST_NAMED_CHANNELS = 5;

type Channel = APIGuildChannel<GuildChannelType>;

/** The permissions that Crier lacks in a channel. `stops` is false if its feeds are still posted, without pictures. */
interface Lack {
  readonly stops: boolean;
  readonly sentence: string;
}

/** The data of a server from which the permissions in its channels are computed. */
interface Server {
  readonly guild: APIGuild;
  readonly me: APIGuildMember;
}

/**
 * Checks that Crier may post in the channels of its feeds.
 * @returns a failed finding for each channel in which Crier may not post, or in which its feeds are paused since it
 * could not; else one passed finding
 */
export async function checkPermissions(
  rest: REST,
  botId: string,
  { feeds, paused }: { readonly feeds: readonly Feed[]; readonly paused: ReadonlySet<string> },
): Promise<Finding[]> {
  const byChannel = new Map(feeds.map(({ channelId, guildId }) => [channelId, guildId]));
  const checked = [...byChannel].slice(0, MOST_CHECKED_CHANNELS);
  const servers = new Map<string, Promise<Server>>();
  const serverOf = (guildId: string) => {
    const known = servers.get(guildId) ?? readServer(rest, guildId, botId);
    servers.set(guildId, known);
    return known;
  };
  const lacks: Lack[] = [];
  for (const [channelId, guildId] of checked) {
    const lack = await lackIn(rest, channelId, paused.has(channelId), () => serverOf(guildId));
    if (lack !== null) lacks.push(lack);
  }
  const stopping = lacks.filter(({ stops }) => stops);
  if (stopping.length > 0) return stopping.map(({ sentence }) => failed('Permissions', sentence));
  const more = byChannel.size > checked.length ? ` There are ${byChannel.size - checked.length} more.` : '';
  const count = `${checked.length} of ${checked.length}`;
  return [passed('Permissions', `Crier may post in ${count} channels with feeds.${more}${withoutPictures(lacks)}`)];
}

function withoutPictures(lacks: readonly Lack[]): string {
  if (lacks.length === 0) return '';
  const named = lacks.slice(0, MOST_NAMED_CHANNELS).map(({ sentence }) => sentence);
  if (lacks.length > MOST_NAMED_CHANNELS) named.push(`${lacks.length - MOST_NAMED_CHANNELS} more`);
  const where = new Languages().of('en').and(named);
  return ` Pictures of paintings are left out in ${where}: give its role the permission Attach Files there.`;
}

async function readServer(rest: REST, guildId: string, botId: string): Promise<Server> {
  const guild = (await rest.get(Routes.guild(guildId))) as APIGuild;
  const me = (await rest.get(Routes.guildMember(guildId, botId))) as APIGuildMember;
  return { guild, me };
}

/** @returns the permissions that Crier lacks in a channel, with the cure, or null if it lacks none */
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
      return stoppingLack(
        `in ${where} Crier may post again, but its feeds there are still paused. Resume them with /feed resume.`,
      );
    if (canPost) return missing.length === 0 ? null : { stops: false, sentence: where };
    const names = language.and(missing.map((name) => language.say(`feed.permission.${name}`)));
    const then = isPaused ? ' Then resume its feeds with /feed resume: they are paused.' : '';
    return stoppingLack(
      `in ${where} Crier lacks ${names}. Give its role the permission in the channel’s settings.${then}`,
    );
  } catch (error) {
    return stoppingLack(refusalOf(channelId, error));
  }
}

function stoppingLack(sentence: string): Lack {
  return { stops: true, sentence };
}

function refusalOf(channelId: string, error: unknown): string {
  const code = error instanceof DiscordAPIError ? error.code : null;
  if (code === RESTJSONErrorCodes.UnknownChannel)
    return `the channel ${channelId} was deleted. Remove its feeds with /feed remove; they cause no harm until then.`;
  if (code === RESTJSONErrorCodes.MissingAccess || code === RESTJSONErrorCodes.UnknownGuild)
    return `Crier does not see the channel ${channelId}. Allow its role View Channel there, or invite Crier to that server again.`;
  const outcome = outcomeOf(error);
  const why = 'why' in outcome ? outcome.why : outcome.kind;
  return `Discord does not answer for the channel ${channelId} (${why}). Try again.`;
}
