import { DiscordAPIError, MessageFlags, type RateLimitData, REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Addresses } from '../ports/addresses.ts';
import type { Sealed } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Messenger, Outcome } from '../ports/messenger.ts';
import type { Target } from '../routing/notice.ts';
import { ADDRESS_BAN_MS, outcomeOf } from './outcome.ts';
import { composeAlert } from './render/alert/alert.ts';
import type { AlertBody } from './render/alert/alert-body.ts';

/** A wait that only keeps us under a limit, before anything is sent, is no answer of Discord's: so long it is just waited. */
const LONGEST_LOCAL_WAIT_MS = 6_000;

/**
 * Sends through a REST client of its own that repeats nothing by itself: delivery decides that, so that one send is one
 * POST and a 429 holds up no other target.
 * @param api as `DISCORD_API_URL`
 * @param onUnauthorized the token was refused where there is no outcome to say so
 */
export function createMessenger(
  api: string,
  token: string,
  addresses: Addresses,
  log: Log,
  now: () => number,
  onUnauthorized: () => void,
): Messenger {
  const localWaits = new WeakSet<object>();
  const rejectOnRateLimit = (limit: RateLimitData) =>
    limit.global || !localWaits.has(limit) || limit.timeToReset > LONGEST_LOCAL_WAIT_MS;
  const rest = new REST({ api, version: '10', retries: 0, timeout: 15_000, rejectOnRateLimit }).setToken(token);
  let bannedUntil = 0;

  // Told just before `rejectOnRateLimit` is asked of the same limit, and for local waits alone.
  rest.on('rateLimited', (limit) => void localWaits.add(limit));

  rest.on('response', (_request, response) => {
    const isPage = !(response.headers.get('content-type') ?? '').includes('json');
    if (response.status !== 429 || !isPage) return;
    const retryAfterMs = Number(response.headers.get('retry-after')) * 1000;
    bannedUntil = now() + (retryAfterMs > 0 ? retryAfterMs : ADDRESS_BAN_MS);
    log.error({ until: bannedUntil }, 'Discord refuses this address: nothing is sent until then');
  });

  async function openDirect(userId: string): Promise<string> {
    const known = await addresses.find(userId);
    if (known) return known;
    const channel = (await rest.post(Routes.userChannels(), { body: { recipient_id: userId } })) as { id: string };
    await addresses.keep(userId, channel.id);
    return channel.id;
  }

  async function post(target: Target, nonce: string, message: AlertBody['message']): Promise<Outcome> {
    const channelId = target.kind === 'channel' ? target.id : await openDirect(target.id);
    const body = { ...message, allowed_mentions: { parse: [] }, nonce, enforce_nonce: true };
    const sent = (await rest.post(Routes.channelMessages(channelId), { body })) as { id: string };
    return { kind: 'delivered', messageId: sent.id };
  }

  async function postOrPlain({ target, nonce, body }: Sealed): Promise<Outcome> {
    const { message, plain } = JSON.parse(body) as AlertBody;
    try {
      return await post(target, nonce, message);
    } catch (error) {
      if (
        target.kind === 'user' &&
        error instanceof DiscordAPIError &&
        error.code === RESTJSONErrorCodes.UnknownChannel
      ) {
        await addresses.forget(target.id);
        return await post(target, nonce, message);
      }
      const outcome = outcomeOf(error);
      if (outcome.kind !== 'rejected') return outcome;
      log.error({ target, why: outcome.why }, 'Discord refused a message’s form; sending it as plain text');
      // What players wrote stands in the text itself here: an address in it is to show no picture of its own.
      return await post(target, nonce, { content: plain, flags: MessageFlags.SuppressEmbeds });
    }
  }

  return {
    compose(entries, composedAt) {
      const { body, taken } = composeAlert(entries, composedAt);
      return { body: JSON.stringify(body), taken };
    },
    async send(sealed) {
      const banLeftMs = bannedUntil - now();
      if (banLeftMs > 0) return { kind: 'retry', waitMs: banLeftMs, everywhere: true, why: 'this address is banned' };
      const outcome = await postOrPlain(sealed).catch(outcomeOf);
      const waitMs = bannedUntil - now();
      return outcome.kind === 'retry' && waitMs > 0 ? { ...outcome, waitMs, everywhere: true } : outcome;
    },
    async greet(userId) {
      try {
        await openDirect(userId);
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
