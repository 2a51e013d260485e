import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Feed } from '../../../routing/feed.ts';
import { isSample } from '../../../routing/notice.ts';
import { parseRecord, withVersion } from '../../../storage/mappers/record.ts';
import { CONTENT_CHARACTERS, clip } from '../words/text.ts';
import { isFeed } from './asked-by.ts';

/**
 * A picture that a sealed message refers to. It is drawn when the message is sent, or left out if its canvas was pruned
 * or banned by then.
 */
export interface SealedPicture {
  readonly canvas: string;
  /** The item's trait (original, copy, copy of a copy), or null if the item has none. */
  readonly generation: string | null;
  /** Width and height in pixels of the canvas. */
  readonly width: number;
  readonly height: number;
  /** The name of the file, by which embeds refer to it. */
  readonly name: string;
  /** Alt text: title, author and size. */
  readonly description: string;
  /** Indices of the embeds that show it as their thumbnail. */
  readonly embeds: readonly number[];
}

/**
 * A role that a sealed message mentions. The mention is added when the message is sent, if the role can then be
 * mentioned.
 */
export interface SealedRole {
  readonly id: string;
  readonly guildId: string;
}

/**
 * A sealed message, and the plain text that replaces it if Discord rejects its form. The message is complete without
 * its pictures, so that an older version can send it.
 */
export interface AlertBody {
  readonly message: RESTPostAPIChannelMessageJSONBody;
  readonly plain: string;
  /** At most ten, each of another canvas. Absent if there are none, as in bodies up to 0.3.0. */
  readonly pictures?: readonly SealedPicture[];
  /** Distinct roles. Absent if there are none. */
  readonly roles?: readonly SealedRole[];
  /** Whether the message is published to follower channels. */
  readonly publishes?: true;
}

export function writeBody(body: AlertBody): string {
  return JSON.stringify(withVersion(body));
}

/**
 * Reads a sealed body. Leaves the check of the message itself to Discord.
 *
 * @throws Unreadable if the text is no such body
 */
export function readBody(text: string): AlertBody {
  return parseRecord(text, isBody);
}

function isBody(record: unknown): record is AlertBody {
  if (!isObject(record) || !isObject(record.message) || typeof record.plain !== 'string') return false;
  const { pictures = [], roles = [] } = record;
  return Array.isArray(pictures) && pictures.every(isPicture) && Array.isArray(roles) && roles.every(isRole);
}

function isRole(value: unknown): value is SealedRole {
  return isObject(value) && [value.id, value.guildId].every((id) => typeof id === 'string' && /^\d{1,20}$/.test(id));
}

function isPicture(value: unknown): value is SealedPicture {
  if (!isObject(value)) return false;
  const texts = [value.canvas, value.name, value.description];
  return texts.every((text) => typeof text === 'string') && Array.isArray(value.embeds);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the roles that a message of these notices mentions, and whether it is published. A sample does neither. A
 * role that another part of a split message has mentioned is not mentioned again.
 */
export function audienceOf(entries: readonly NoticeInContext[]): Pick<AlertBody, 'roles' | 'publishes'> {
  const feeds = entries.flatMap(({ notice, subscriptions }) =>
    isSample(notice.cause) ? [] : subscriptions.filter(isFeed),
  );
  const mentioned = entries[0]?.mentionedRoles;
  const roles = new Map(
    feeds.flatMap((feed) =>
      feed.roleId === undefined || mentioned?.has(feed.roleId) ? [] : [[feed.roleId, roleOf(feed)]],
    ),
  );
  return {
    ...(roles.size > 0 && { roles: [...roles.values()] }),
    ...(feeds.some(({ publishes }) => publishes === true) && { publishes: true as const }),
  };
}

/** Puts mentions of roles before a message's content, and cuts the content to fit Discord's limit. */
export function withMentions(content: string, roleIds: readonly string[]): string {
  if (roleIds.length === 0) return content;
  const mentions = roleIds.map((id) => `<@&${id}>`).join(' ');
  return `${mentions} ${clip(content, CONTENT_CHARACTERS - mentions.length - 1)}`.trimEnd();
}

function roleOf({ roleId = '', guildId }: Feed): SealedRole {
  return { id: roleId, guildId };
}
