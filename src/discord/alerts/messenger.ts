import { DiscordAPIError, HTTPError, MessageFlags, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Languages } from '../../language/languages.ts';
import type { GlobalRateLimiter, Messenger, Outcome } from '../../ports/delivery.ts';
import type { Log } from '../../ports/log.ts';
import type { Sealed } from '../../ports/outbox.ts';
import type { Icons, Pictures } from '../../ports/pictures.ts';
import type { Addresses } from '../../ports/queries.ts';
import type { HttpProxy } from '../../proxy/proxy.ts';
import type { Target } from '../../routing/notice.ts';
import type { Clock } from '../../time/clock.ts';
import type { DeadlineClock } from '../../time/deadline.ts';
import { composeAlert } from '../render/alert/alert.ts';
import {
  type AlertBody,
  audienceOf,
  readBody,
  type SealedRole,
  withMentions,
  writeBody,
} from '../render/alert/alert-body.ts';
import type { AddressBan } from '../rest/address-ban.ts';
import { isWrongServer } from '../rest/application.ts';
import { AlertClient, type PassRateLimiter } from '../rest/clients.ts';
import { isFilteredContent, outcomeOf } from '../rest/faults.ts';
import { AlertPictures, type PicturedMessage } from './alert-pictures.ts';
import { Publisher, type PublisherParts } from './publisher.ts';
import { RoleMentions } from './role-mentions.ts';

/**
 * Above this drawing time a message passes the global rate limiter again. Otherwise several messages that waited for
 * one drawing would leave at once.
 */
const LONGEST_UNPACED_DRAWING_MS = 100;

interface SendingParts {
  readonly client: AlertClient;
  readonly addresses: Addresses;
  readonly pictures: AlertPictures;
  readonly onFilesRefused: MessengerParts['onFilesRefused'];
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  readonly canMention: (role: SealedRole, channelId: string) => Promise<boolean>;
  readonly publisher: Publisher | null;
}

interface Sending extends SendingParts {
  /** Called before each request. */
  readonly pass: PassRateLimiter;
  /** The roles that the message mentions. */
  readonly roleIds: readonly string[];
}

export interface MessengerParts {
  /** The value of `DISCORD_API_URL`. */
  readonly api: string;
  readonly token: string;
  readonly addresses: Addresses;
  readonly rateLimiter: Pick<GlobalRateLimiter, 'pass'>;
  readonly languages: Languages;
  /** Icons of items, for embeds. */
  readonly icons: Icons;
  readonly draw: Pictures['draw'];
  readonly clock: DeadlineClock & Pick<Clock, 'now'>;
  readonly log: Log;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** The proxy for Discord's REST API. Absent or null for a direct connection. */
  readonly proxy?: HttpProxy | null;
  /** Called if Discord accepted a message only without its files because Attach Files is missing. */
  readonly onFilesRefused?: (target: Target) => Promise<void>;
  /**
   * Returns whether posts in a channel can mention a role, or null if no gateway of this process knows the server. Then
   * Crier asks Discord's REST API, and mentions the role if that does not answer either.
   */
  readonly canMention?: (role: SealedRole, channelId: string) => boolean | null;
  /** Checkpoints of published posts. Absent if Crier publishes no posts. */
  readonly checkpoints?: PublisherParts['checkpoints'];
  /** Aborts when Crier stops. */
  readonly signal: AbortSignal;
  /** Called if Discord rejects the token in a request whose result does not report a rejected token. */
  readonly onUnauthorized: () => void;
}

/** Creates the messenger that composes and sends alerts, with its own REST client. */
export function createMessenger({
  api,
  token,
  addresses,
  rateLimiter,
  languages,
  icons,
  draw,
  clock,
  log,
  addressBan,
  proxy = null,
  onFilesRefused,
  canMention: canMentionByGateway = () => null,
  checkpoints,
  signal,
  onUnauthorized,
}: MessengerParts): Messenger {
  const client = new AlertClient(api, token, { addressBan, clock, signal, ...(proxy && { proxy }) });
  const pictures = new AlertPictures({ draw, clock, log });
  const publisher = checkpoints ? new Publisher({ client, rateLimiter, checkpoints, clock, log, signal }) : null;
  const roleMentions = new RoleMentions({ client, pass: () => rateLimiter.pass(), clock, log });
  const canMention = async (role: SealedRole, channelId: string) =>
    canMentionByGateway(role, channelId) ?? (await roleMentions.canMention(role, channelId));
  const parts = { client, addresses, pictures, publisher, canMention, onFilesRefused, clock, log };
  return {
    compose(entries, composedAt, isLate) {
      const { body, taken } = composeAlert(entries, composedAt, { languages, icons }, isLate);
      return { body: writeBody({ ...body, ...audienceOf(entries.slice(0, taken)) }), taken };
    },
    send: (sealed) =>
      sendSealed(sealed, { ...parts, pass: afterFirst(() => rateLimiter.pass()) }).catch((error) =>
        outcomeOf(error, sealed.target.kind),
      ),
    async sendTest(userId, content, nonce) {
      const target = { kind: 'user', id: userId } as const;
      const body = writeBody({ message: { content }, plain: content });
      const sealed = { id: 0, target, nonce, body, subscriptionIds: [], sealedAt: 0 };
      const outcome = await sendSealed(sealed, { ...parts, pass: () => rateLimiter.pass() }).catch((error) =>
        outcomeOf(error, 'user'),
      );
      if (outcome.kind === 'unauthorized') onUnauthorized();
      return outcome;
    },
    async openDirectMessages(userId) {
      try {
        await openDirect(userId, { ...parts, pass: () => rateLimiter.pass() });
        return null;
      } catch (error) {
        log.info({ userId, err: error }, 'Could not open a user’s direct messages');
        const outcome = outcomeOf(error, 'user');
        if (outcome.kind === 'unauthorized') onUnauthorized();
        return outcome.kind === 'refused' ? outcome.code : null;
      }
    },
    async isInServer(guildId) {
      try {
        await client.read(Routes.guild(guildId), () => rateLimiter.pass());
        return true;
      } catch (error) {
        if (isWrongServer(error)) return false;
        log.warn({ err: error, guild: guildId }, 'Could not look up the server of a refused channel');
        if (outcomeOf(error).kind === 'unauthorized') onUnauthorized();
        return true;
      }
    },
  };
}

async function openDirect(
  userId: string,
  { client, addresses, pass }: Pick<Sending, 'client' | 'addresses' | 'pass'>,
): Promise<string> {
  const known = await addresses.find(userId);
  if (known) return known;
  const channelId = await client.openDirect(userId, pass);
  await addresses.keep(userId, channelId);
  return channelId;
}

/**
 * Sends a message and mentions the roles that can be mentioned now. If its feed publishes posts, the outcome contains
 * the function that publishes this one.
 */
async function sendSealed(sealed: Sealed, parts: Omit<Sending, 'roleIds'>): Promise<Outcome> {
  const { target } = sealed;
  const { message, plain, roles = [], publishes, ...rest } = readBody(sealed.body);
  const canMention = await Promise.all(roles.map((role) => parts.canMention(role, target.id)));
  const roleIds = roles.filter((_, n) => canMention[n]).map(({ id }) => id);
  const content = roleIds.length === 0 ? message.content : withMentions(message.content ?? '', roleIds);
  const body = { ...rest, message: { ...message, content }, plain: withMentions(plain, roleIds) };
  const outcome = await deliver(sealed, body, { ...parts, roleIds });
  const { publisher } = parts;
  if (!publishes || outcome.kind !== 'delivered' || target.kind !== 'channel' || publisher === null) return outcome;
  return { ...outcome, publish: () => publisher.publish(target.id, outcome.messageId) };
}

/** Sends a message with its pictures, and without them if Discord rejects it. */
async function deliver(sealed: Sealed, body: AlertBody, parts: Sending): Promise<Outcome> {
  const { target } = sealed;
  const { message, plain, pictures = [] } = body;
  const pictured = await drawThenPass(parts, () => parts.pictures.addTo(message, pictures, target));
  if (pictured === null) return postOrPlain(sealed, message, plain, parts);
  try {
    return await post(sealed, pictured, parts);
  } catch (error) {
    if (!isRefusedWithFiles(error)) throw error;
    const outcome = await postOrPlain(sealed, message, plain, parts);
    if (outcome.kind !== 'delivered') return outcome;
    const isForbidden = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingPermissions;
    if (isForbidden) {
      parts.pictures.refuse(target);
      await parts.onFilesRefused?.(target).catch((err: unknown) => {
        parts.log.warn({ err, target }, 'Could not save that a channel refuses files');
      });
    }
    const { message: why } = error;
    parts.log.info(
      { target, why },
      isForbidden ? 'Alert sent without pictures: Attach Files missing' : 'Alert sent without pictures',
    );
    return outcome;
  }
}

async function drawThenPass<T>({ clock, pass }: Sending, draw: () => Promise<T>): Promise<T> {
  const began = clock.monotonic();
  const drawn = await draw();
  if (clock.monotonic() - began > LONGEST_UNPACED_DRAWING_MS) await pass();
  return drawn;
}

/**
 * Returns whether Discord may accept the same message without its files, because they are not allowed, too large or
 * filtered for their content.
 */
function isRefusedWithFiles(error: unknown): error is DiscordAPIError | HTTPError {
  // A proxy's page has a status, 413, and no code.
  if (error instanceof HTTPError) return error.status === 413;
  if (!(error instanceof DiscordAPIError)) return false;
  const ofFiles: (number | string)[] = [
    RESTJSONErrorCodes.MissingPermissions,
    RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient,
  ];
  return ofFiles.includes(error.code) || isFormRejected(error);
}

/** Returns whether Discord may accept the same alert in another form. Content filters reject all forms. */
function isFormRejected(error: unknown): boolean {
  return outcomeOf(error).kind === 'rejected' && !isFilteredContent(error);
}

async function postOrPlain(
  sealed: Sealed,
  message: PicturedMessage['message'],
  plain: string,
  parts: Sending,
): Promise<Outcome> {
  try {
    return await post(sealed, { message, files: [] }, parts);
  } catch (error) {
    if (!isFormRejected(error)) throw error;
    const outcome = outcomeOf(error);
    parts.log.error(
      { target: sealed.target, why: 'why' in outcome ? outcome.why : outcome.kind },
      'Discord rejected the form of an alert, sending plain text',
    );
    // SuppressEmbeds prevents previews of addresses in players' text, which is part of the content here.
    return await post(sealed, { message: { content: plain, flags: MessageFlags.SuppressEmbeds }, files: [] }, parts);
  }
}

/** Posts a message, and posts it again if Discord no longer knows the user's stored direct message channel. */
async function post({ target, nonce }: Sealed, { message, files }: PicturedMessage, parts: Sending): Promise<Outcome> {
  const { roleIds } = parts;
  const allowed = { parse: [], ...(roleIds.length > 0 && { roles: roleIds }) };
  const body = { ...message, allowed_mentions: allowed, nonce, enforce_nonce: true };
  const postTo = async (channelId: string): Promise<Outcome> => ({
    kind: 'delivered',
    messageId: await parts.client.post(channelId, body, parts.pass, files),
  });
  if (target.kind === 'channel') return postTo(target.id);
  try {
    return await postTo(await openDirect(target.id, parts));
  } catch (error) {
    if (!isUnknownChannel(error)) throw error;
    await parts.addresses.forget(target.id);
    return postTo(await openDirect(target.id, parts));
  }
}

/** Skips the first pass, because delivery has passed the global rate limiter for a message's first request. */
function afterFirst(pass: PassRateLimiter): PassRateLimiter {
  let hasBegun = false;
  return async () => {
    if (hasBegun) await pass();
    hasBegun = true;
  };
}

function isUnknownChannel(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
}
