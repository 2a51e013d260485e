import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { HealthReport, ServiceHealth } from '../../../ports/status.ts';
import { safe, stamp } from '../words/text.ts';

const MEBIBYTE = 1024 * 1024;

/** Root and report were asked together: where only one of them answers, the service is neither up nor down. */
export function formatService({ up, report, askedAt }: ServiceHealth, language: Language): string[] {
  const when = stamp(askedAt);
  if (up.ok) return [language.say(report.ok ? 'health.service-up' : 'health.service-no-report', { when })];
  const why = safe(up.why, 100);
  return [language.say(report.ok ? 'health.service-partly' : 'health.service-down', { when, why })];
}

/** Where there is no report now, the last one, with its age. */
export function formatServer({ report, askedAt, lastReport }: ServiceHealth, language: Language): string[] {
  const when = stamp(askedAt);
  if (report.ok) return [...formatReport(report.value, language), language.say('health.as-of', { when })];
  const none = language.say('health.no-report', { when, why: safe(report.why, 100) });
  if (lastReport === null) return [none];
  const last = language.say('health.last-report', { when: stamp(lastReport.askedAt) });
  return [none, last, ...formatReport(lastReport.value, language)];
}

function formatReport({ tick, memory, ping }: HealthReport, language: Language): string[] {
  const number = (n: number) => whole(Math.round(n), language);
  return [
    language.say(tick.healthy ? 'health.tick' : 'health.tick-slow', { gap: number(tick.gap) }),
    language.say('health.players', { n: ping.players }),
    language.say('health.ping', {
      median: number(ping.medianPing),
      average: number(ping.avgPing),
      least: number(ping.minPing),
      most: number(ping.maxPing),
    }),
    language.say('health.memory', {
      used: number((memory.allocated - memory.free) / MEBIBYTE),
      all: number(memory.max / MEBIBYTE),
    }),
  ];
}
