import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { refusalIn } from '../../src/discord/render/words/refusal.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { isSample } from '../../src/routing/notice.ts';

/** A sample leaves within 2 s after a quiet moment, later where other messages go before it. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** What became of a sample. `code`: Discord's JSON error code, null: it gave none. */
export type SampleEnd =
  | { readonly kind: 'posted' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly code: number | null; readonly why: string };

/** Waits for some seconds until Discord has answered to the sample that a feed was sent at `dueAt`, epoch ms. */
export async function sampleEnd(
  feed: Feed,
  dueAt: number,
  context: Pick<CommandContext, 'journal'>,
): Promise<SampleEnd> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const end = await endNow(feed, dueAt, context);
    if (end.kind !== 'waiting') return end;
  }
  return { kind: 'waiting' };
}

async function endNow(
  { id, channelId }: Feed,
  dueAt: number,
  { journal }: Pick<CommandContext, 'journal'>,
): Promise<SampleEnd> {
  const past = await journal.noticesOf({ kind: 'channel', id: channelId }, 50, id);
  const end = past.find(({ notice }) => notice.dueAt === dueAt && isSample(notice.cause))?.end ?? null;
  if (end === null || (end.message !== null && end.message.settledAt === null)) return { kind: 'waiting' };
  if (end.message !== null && end.message.messageId !== null) return { kind: 'posted' };
  const why = end.message?.why ?? end.why ?? '?';
  return { kind: 'refused', code: refusalIn(why), why };
}
