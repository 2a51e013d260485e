import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from 'discord.js';
import type { Languages } from '../language/languages.ts';
import type { Addresses } from '../ports/addresses.ts';
import type { Icons } from '../ports/icons.ts';
import type { Log } from '../ports/log.ts';
import type { Messenger, Outcome } from '../ports/messenger.ts';
import type { Sealed } from '../ports/outbox.ts';
import type { Pace } from '../ports/pace.ts';
import type { Target } from '../routing/notice.ts';
import type { AddressBan } from './address-ban.ts';
import { AlertClient, type Pass } from './alert-client.ts';
import { outcomeOf } from './outcome.ts';
import { composeAlert } from './render/alert/alert.ts';
import { type AlertBody, readBody, writeBody } from './render/alert/alert-body.ts';

interface Parts {
  readonly client: AlertClient;
  readonly addresses: Addresses;
  readonly log: Log;
}

/** `pass`: before each request. */
interface Sending extends Parts {
  readonly pass: Pass;
}

export interface MessengerParts {
  /** As `DISCORD_API_URL`. */
  readonly api: string;
  readonly token: string;
  readonly addresses: Addresses;
  readonly pace: Pick<Pace, 'pass'>;
  readonly languages: Languages;
  /** What alerts are rendered with, beside the words. */
  readonly icons: Icons;
  readonly log: Log;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** Aborts when Crier stops. */
  readonly signal: AbortSignal;
  /** The token was refused where there is no outcome to say so. */
  readonly onUnauthorized: () => void;
}

/** Sends alerts through a REST client of their own. */
export function createMessenger({
  api,
  token,
  addresses,
  pace,
  languages,
  icons,
  log,
  addressBan,
  signal,
  onUnauthorized,
}: MessengerParts): Messenger {
  const client = new AlertClient(api, token, addressBan, signal);
  const parts = { client, addresses, log };
  return {
    compose(entries, composedAt, isLate) {
      const { body, taken } = composeAlert(entries, composedAt, { languages, icons }, isLate);
      return { body: writeBody(body), taken };
    },
    send: (sealed) => postOrPlain(sealed, { ...parts, pass: afterFirst(() => pace.pass()) }).catch(outcomeOf),
    async openDirectMessages(userId) {
      try {
        await openDirect(userId, { ...parts, pass: () => pace.pass() });
        return null;
      } catch (error) {
        log.info({ userId, err: error }, 'No direct messages to a person yet');
        const outcome = outcomeOf(error);
        if (outcome.kind === 'unauthorized') onUnauthorized();
        return outcome.kind === 'refused' ? outcome.code : null;
      }
    },
  };
}

async function openDirect(userId: string, { client, addresses, pass }: Sending): Promise<string> {
  const known = await addresses.find(userId);
  if (known) return known;
  const channelId = await client.openDirect(userId, pass);
  await addresses.keep(userId, channelId);
  return channelId;
}

async function post(target: Target, nonce: string, message: AlertBody['message'], parts: Sending): Promise<Outcome> {
  const channelId = target.kind === 'channel' ? target.id : await openDirect(target.id, parts);
  const body = { ...message, allowed_mentions: { parse: [] }, nonce, enforce_nonce: true };
  return { kind: 'delivered', messageId: await parts.client.post(channelId, body, parts.pass) };
}

async function postOrPlain({ target, nonce, body }: Sealed, parts: Sending): Promise<Outcome> {
  const { message, plain } = readBody(body);
  try {
    return await post(target, nonce, message, parts);
  } catch (error) {
    if (target.kind === 'user' && isUnknownChannel(error)) {
      await parts.addresses.forget(target.id);
      return await post(target, nonce, message, parts);
    }
    const outcome = outcomeOf(error);
    if (outcome.kind !== 'rejected') return outcome;
    parts.log.error({ target, why: outcome.why }, 'Discord refused a message’s form; sending it as plain text');
    // What players wrote stands in the text itself here: an address in it is to show no picture of its own.
    return await post(target, nonce, { content: plain, flags: MessageFlags.SuppressEmbeds }, parts);
  }
}

/** Whoever sends a message has passed for its first request. */
function afterFirst(pass: Pass): Pass {
  let hasBegun = false;
  return async () => {
    if (hasBegun) await pass();
    hasBegun = true;
  };
}

function isUnknownChannel(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
}
