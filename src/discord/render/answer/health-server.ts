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

/**
 * Without a report there are no figures: those of the last one would read as if they were of now. It has its age alone.
 */
export function formatServer({ up, report, askedAt, lastReport }: ServiceHealth, language: Language): string[] {
  const when = stamp(askedAt);
  if (report.ok) return [...formatReport(report.value, language), language.say('health.as-of', { when })];
  const none = up.ok
    ? language.say('health.no-report', { when, why: safe(report.why, 100) })
    : language.say('health.server-unknown');
  return [
    none,
    ...(lastReport === null ? [] : [language.say('health.last-report', { when: stamp(lastReport.askedAt) })]),
  ];
}

/** A line for each part that is known. A server without players has no ping. */
function formatReport({ tick, memory, ping }: HealthReport, language: Language): string[] {
  const { players } = ping;
  return [
    formatTick(tick, language),
    ...(players === null ? [] : [language.say('health.players', { n: players })]),
    ...(players === 0 ? [] : formatPing(ping, language)),
    ...formatMemory(memory, language),
  ];
}

function formatTick({ gap, healthy }: HealthReport['tick'], language: Language): string {
  if (healthy === null) return language.say('health.tick-unknown');
  if (gap === null) return language.say(healthy ? 'health.tick-no-gap' : 'health.tick-slow-no-gap');
  return language.say(healthy ? 'health.tick' : 'health.tick-slow', { gap: rounded(gap, language) });
}

function formatPing({ medianPing, avgPing, minPing, maxPing }: HealthReport['ping'], language: Language): string[] {
  if (medianPing === null) return [];
  const median = rounded(medianPing, language);
  if (avgPing === null || minPing === null || maxPing === null) return [language.say('health.ping-median', { median })];
  const [average, least, most] = [rounded(avgPing, language), rounded(minPing, language), rounded(maxPing, language)];
  return [language.say('health.ping', { median, average, least, most })];
}

function formatMemory({ free, allocated, max }: HealthReport['memory'], language: Language): string[] {
  if (free === null || allocated === null || free > allocated) return [];
  const used = rounded((allocated - free) / MEBIBYTE, language);
  if (max === null) return [language.say('health.memory-used', { used })];
  if (max === 'none') return [language.say('health.memory-unlimited', { used })];
  return [language.say('health.memory', { used, all: rounded(max / MEBIBYTE, language) })];
}

function rounded(n: number, language: Language): string {
  return whole(Math.round(n), language);
}
