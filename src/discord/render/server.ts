import type { Cause, ServerState } from '../../routing/notice.ts';
import type { Happening } from './happening.ts';
import { stamp } from './text.ts';

const NEWS: Record<ServerState, { readonly title: string; readonly colour: number }> = {
  up: { title: 'The server is well again', colour: 0x3ba55d },
  slow: { title: 'The server is slow', colour: 0xe0a526 },
  down: { title: 'The server does not answer', colour: 0xd9534f },
};
const WAS: Record<ServerState, string> = { up: 'well', slow: 'slow', down: 'away' };

/** How the game server does, since when, and for how long it was otherwise. */
export function sayServer({ at, state, before, lastedMs, isSample }: Extract<Cause, { kind: 'server' }>): Happening {
  const { title, colour } = NEWS[state];
  return {
    title: isSample ? `Sample: ${title}` : title,
    lines: [`Since ${stamp(at, 't')}${lastedMs === 0 ? '' : ` · ${WAS[before]} for ${sayDuration(lastedMs)} before`}`],
    colour,
  };
}

/** `40 s`, `12 min`, `3 h 20 min`, `2 d 5 h`: two units at most. */
function sayDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
