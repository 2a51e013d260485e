import type { Language } from '../../language/language.ts';
import type { PastNotice } from '../../ports/outbox.ts';
import type { Notice } from '../../routing/notice.ts';
import { TARGET_PAUSED } from '../../routing/unwanted.ts';
import { formatHappening } from '../render/alert/happening.ts';
import { isClosed, refusalIn } from '../render/alert/paused.ts';
import { andMore } from '../render/words/and-more.ts';
import { fitList } from '../render/words/text.ts';
import type { CommandContext } from './command.ts';

/** Notices of a user that are searched for missed ones. */
const NOTICES = 200;
const SHOWN = 3;
const CHARACTERS = 800;

/** How to open direct messages, if that is what Discord's code asks for, and the alerts that did not arrive. */
export async function explainClosed(
  userId: string,
  code: number,
  language: Language,
  context: Pick<CommandContext, 'journal' | 'subscriptions'>,
): Promise<readonly string[]> {
  return [
    ...(isClosed(code) ? [language.say('refusal.open')] : []),
    ...(await formatMissed(userId, language, context)),
  ];
}

/** The number of alerts that Discord refused since the last delivered one, and the first of them; no line if none. */
export async function formatMissed(
  userId: string,
  language: Language,
  { journal, subscriptions }: Pick<CommandContext, 'journal' | 'subscriptions'>,
): Promise<readonly string[]> {
  const missed = missedOf(await journal.noticesOf({ kind: 'user', id: userId }, NOTICES));
  if (missed.length === 0) return [];
  const watches = await subscriptions.watchesOf(userId);
  const first = missed.slice(0, SHOWN).map((notice) => {
    const asking = watches.filter(({ id }) => notice.subscriptionIds.includes(id));
    return `- ${formatHappening([{ notice, subscriptions: asking, worth: null }], language).line}`;
  });
  const list = fitList(first, CHARACTERS, andMore(language), missed.length - first.length);
  return [`${language.say('refusal.missed', { n: missed.length })}\n${list}`];
}

/** The changes that Discord refused since the last delivered message, the oldest first. @param past the newest first */
function missedOf(past: readonly PastNotice[]): readonly Notice[] {
  const lastDelivered = past.findIndex(({ end }) => end?.message?.messageId != null);
  const since = lastDelivered < 0 ? past : past.slice(0, lastDelivered);
  return since
    .filter(({ notice, end }) => notice.cause.kind === 'change' && isRefused(end))
    .map(({ notice }) => notice)
    .reverse();
}

function isRefused(end: PastNotice['end']): boolean {
  const why = end?.message?.why ?? end?.why ?? null;
  return why === TARGET_PAUSED || refusalIn(why) !== null;
}
