import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { AbsentPart } from '../../../routing/absence.ts';
import type { Cause, FeedPlace, ServerState } from '../../../routing/notice.ts';
import type { Watch } from '../../../routing/watch.ts';
import { COLOURS } from '../layout.ts';
import { describeWatch, formatAbsences } from '../words/describe.ts';
import { nameOfChoice, nameOfType } from '../words/names.ts';
import { formatRefusal, formatRemedy } from '../words/refusal.ts';
import { bare, safe, stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { keepButton } from './asked-by.ts';

/** Formats the notice to every channel and user after a backup was restored. */
export function formatRestored({ from, at }: Extract<Cause, { kind: 'restored' }>, language: Language): AlertBody {
  const content = language.say('alert.restored');
  const description = language.say('alert.restored-why', { from: stamp(from, 'f'), until: stamp(at, 'f') });
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}

/** Formats the notice to the owner of a watch that ends soon, or that ended while the notice was held. */
export function formatExpiring(watch: Watch, expiresAt: number, now: number, language: Language): AlertBody {
  const content = headlineOfEnd(watch, expiresAt > now, language);
  const description = `${describeWatch(watch, language, 1_500)} · ${stamp(expiresAt)}`;
  const embed: APIEmbed = { description, color: COLOURS.warning };
  const components = [keepButton(watch.id, language)];
  return { message: { content, embeds: [embed], components }, plain: `${content}\n${description}` };
}

function headlineOfEnd({ item, trigger, filter }: Watch, isAhead: boolean, language: Language): string {
  if (trigger === 'my-shop') {
    const owner = bare(filter.owner ?? '');
    return language.say(isAhead ? 'alert.shops-end-soon' : 'alert.shops-have-ended', { owner });
  }
  const name = item === null ? language.say('filter.any-item') : bare(nameOfChoice(item, language), 80);
  return language.say(isAhead ? 'alert.ends-soon' : 'alert.has-ended', { item: name });
}

/** Formats the notice to the owner of a watch whose shop owner, world or item type is no longer in any shop. */
export function formatAbsent(
  watch: Watch,
  { part }: Extract<Cause, { kind: 'absent' }>,
  language: Language,
): AlertBody {
  const { owner = '', world = '', item } = watch.filter;
  const name = part === 'owner' ? owner : part === 'world' ? world : item ? nameOfChoice(item, language) : '';
  const lines = [
    describeWatch(watch, language, 1_500),
    ...formatAbsences(watch, language),
    language.say('alert.gone-watch'),
  ];
  return warningBody(headlineOfAbsence(part, name, language), lines);
}

/** Formats the same notice to the creator of a feed. */
export function formatFeedAbsent(
  { part, name: named, since, channelId }: Extract<Cause, { kind: 'feed-absent' }>,
  language: Language,
): AlertBody {
  const name = part === 'item' ? nameOfType(named, language) : named;
  const lines = [
    language.say(`absent.${part}`, { name: safe(name, 80), when: stamp(since, 'f') }),
    language.say('alert.gone-feed', { channel: `<#${channelId}>` }),
  ];
  return warningBody(headlineOfAbsence(part, name, language), lines);
}

function headlineOfAbsence(part: AbsentPart, name: string, language: Language): string {
  return language.say(`alert.gone-${part}`, { name: bare(name, 80) });
}

function warningBody(content: string, lines: readonly string[]): AlertBody {
  const description = lines.join('\n');
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}

const STATE_COLOURS: Record<ServerState, number> = { up: COLOURS.good, slow: COLOURS.warning, down: COLOURS.bad };

type ServerCause = Extract<Cause, { kind: 'server' }>;

/** Formats the game server's state, since when, and how long the state before lasted. */
export function formatServerChange(cause: ServerCause, language: Language) {
  const { at, state, before, lastedMs, isSample } = cause;
  const sentence = language.say(serverSentence(cause));
  const time = formatDuration(lastedMs, language);
  // The length of an undisturbed time is not shown.
  const lasted =
    before === 'up' ? [] : [language.say(before === 'slow' ? 'alert.was-slow' : 'alert.was-down', { time })];
  return {
    headline: isSample ? language.say('alert.sample', { headline: sentence }) : sentence,
    description: [language.say('alert.since', { when: stamp(at, 't') }), ...lasted].join(' · '),
    colour: STATE_COLOURS[state],
  };
}

function serverSentence({ state, before }: ServerCause) {
  if (state === 'slow') return 'alert.server-slow';
  if (state === 'down') return 'alert.server-down';
  return before === 'slow' ? 'alert.server-well' : 'alert.server-back';
}

/** Formats a duration in at most two units, such as `40 seconds` or `3 hours and 20 minutes`. */
export function formatDuration(ms: number, language: Language): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return language.say('alert.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return language.say('alert.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60 === 0 ? [] : [language.say('alert.minutes', { n: minutes % 60 })];
    return language.and([language.say('alert.hours', { n: hours }), ...rest]);
  }
  const rest = hours % 24 === 0 ? [] : [language.say('alert.hours', { n: hours % 24 })];
  return language.and([language.say('alert.days', { n: Math.floor(hours / 24) }), ...rest]);
}

/** Formats the notice to the creator of a channel's feeds. The push names the channel and its server if known. */
export function formatFeedsPaused(
  { channelId, code, place }: Extract<Cause, { kind: 'feeds-paused' }>,
  language: Language,
): AlertBody {
  const content = language.say('alert.feeds-paused', { channel: formatChannelPlace(channelId, place) });
  const details = language.say('alert.feeds-paused-why', {
    channel: `<#${channelId}>`,
    why: formatRefusal(code, language, 'channel', place?.lacking),
  });
  const description = `${details}\n${formatRemedy(code, language)}`;
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}

/** Formats a channel as `#market (Town)`, because a push of direct messages shows no name for a mention. */
function formatChannelPlace(channelId: string, place: FeedPlace | undefined): string {
  if (place === undefined) return `<#${channelId}>`;
  const channel = place.channel === undefined ? `<#${channelId}>` : `#${bare(place.channel, 100)}`;
  return `${channel} (${bare(place.server, 100)})`;
}
