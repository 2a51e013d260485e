import type { Language } from '../../../language/language.ts';
import type { Cause, ServerState } from '../../../routing/notice.ts';
import { COLOURS } from '../layout/layout.ts';
import { stamp } from '../words/text.ts';

const STATE_COLOURS: Record<ServerState, number> = { up: COLOURS.good, slow: COLOURS.warning, down: COLOURS.bad };

type ServerCause = Extract<Cause, { kind: 'server' }>;

/** How the game server does, since when, and for how long it was otherwise. */
export function formatServer(cause: ServerCause, language: Language) {
  const { at, state, before, lastedMs, isSample } = cause;
  const said = language.say(sentenceOf(cause));
  const time = formatDuration(lastedMs, language);
  // For how long it was well is no news.
  const lasted =
    before === 'up' ? [] : [language.say(before === 'slow' ? 'alert.was-slow' : 'alert.was-down', { time })];
  return {
    headline: isSample ? language.say('alert.sample', { headline: said }) : said,
    description: [language.say('alert.since', { when: stamp(at, 't') }), ...lasted].join(' · '),
    colour: STATE_COLOURS[state],
  };
}

function sentenceOf({ state, before }: ServerCause) {
  if (state === 'slow') return 'alert.server-slow';
  if (state === 'down') return 'alert.server-down';
  return before === 'slow' ? 'alert.server-well' : 'alert.server-back';
}

/** `40 seconds`, `12 minutes`, `3 hours and 20 minutes`, `2 days and 5 hours`: two units at most. */
function formatDuration(ms: number, language: Language): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return language.say('alert.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return language.say('alert.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60 === 0 ? [] : [language.say('alert.minutes', { n: minutes % 60 })];
    return language.and([language.say('alert.hours', { n: hours }), ...rest]);
  }
  const rest = hours % 24 === 0 ? [] : [language.say('alert.hours', { n: hours % 24 })];
  return language.and([language.say('alert.days', { n: Math.floor(hours / 24) }), ...rest]);
}
