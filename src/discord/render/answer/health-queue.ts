import type { Language } from '../../../language/language.ts';
import type { Queue } from '../../../ports/outbox.ts';
import { safe, stamp, stampLately } from '../words/text.ts';

const STUCK_MS = 2 * 60_000;

interface QueueAnswer {
  readonly queue: Queue | null;
  readonly trouble: string | null;
  readonly now: number;
  readonly language: Language;
}

/** What is due leaves within seconds, unless Discord or its limits hold it up. */
export function isStuck({ waitingSince }: Queue, now: number): boolean {
  return waitingSince !== null && now - waitingSince > STUCK_MS;
}

/** What waits for Discord, what waits for its time, and what Discord did not take. */
export function formatQueue({ queue, trouble, now, language }: QueueAnswer): string[] {
  if (trouble !== null) return [language.say('health.cannot-write', { why: safe(trouble, 100) })];
  if (!queue) return [language.say('health.cannot-read')];
  const { later, refused, lastDeliveryAt } = queue;
  const last =
    lastDeliveryAt === null
      ? language.say('health.none-sent')
      : language.say('health.last-sent', { when: stamp(lastDeliveryAt) });
  return [
    `${formatWaiting(queue, now, language)} · ${last}`,
    ...(later > 0 ? [language.say('health.held', { n: later })] : []),
    ...(refused > 0 ? [language.say('health.refused', { n: refused })] : []),
  ];
}

function formatWaiting(queue: Queue, now: number, language: Language): string {
  const { depth, waitingSince } = queue;
  if (depth === 0) return language.say('health.none-waiting');
  if (waitingSince === null || !isStuck(queue, now)) return language.say('health.waiting', { n: depth });
  return language.say('health.waiting-since', { n: depth, when: stampLately(waitingSince, now) });
}
