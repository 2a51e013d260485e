import type { Language } from '../../../language/language.ts';
import type { Outage } from '../../../ports/journal.ts';
import type { StreamStatus } from '../../../ports/status.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { stamp, stampLately } from '../words/text.ts';

const DAY_MS = 24 * 60 * 60_000;
const SHOWN = 5;

const STATES = {
  live: 'health.live',
  connecting: 'health.connecting',
  down: 'health.stream-down',
  stopped: 'health.stopped',
} as const;

interface StreamAnswer {
  readonly stream: StreamStatus;
  readonly outages: readonly Outage[];
  readonly beganAt: number;
  readonly tradesKnownSince: number | null;
  readonly now: number;
  readonly language: Language;
}

/** Whether the stream is up, and when it was not. */
export function formatStream({ stream, outages, beganAt, tradesKnownSince, now, language }: StreamAnswer): string[] {
  const { state, since, lastEventAt } = stream;
  const event =
    lastEventAt === null
      ? language.say('health.no-event')
      : language.say('health.last-event', { when: stamp(lastEventAt) });
  const lost = withoutStartMoments(outages);
  // Cut off now, and no outage yet written down: to say that there was none would speak against it.
  const none = state === 'live' ? [language.say('health.no-outage')] : [];
  const isYoung = now - beganAt < DAY_MS;
  return [
    `${language.say(STATES[state], { when: stampLately(since, now) })} · ${event}`,
    ...(lost.length > 0
      ? [language.say('health.outages', { times: language.and(formatOutages(lost, SHOWN, now, language)) })]
      : isYoung
        ? []
        : none),
    ...(isYoung && tradesKnownSince !== null
      ? [language.say('health.watched-since', { when: stampLately(tradesKnownSince, now) })]
      : []),
  ];
}
