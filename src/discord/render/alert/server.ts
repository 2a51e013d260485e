import type { Cause, ServerState } from '../../../routing/notice.ts';
import { stamp } from '../words/text.ts';
import type { Happening } from './happening.ts';

const COLOURS: Record<ServerState, number> = { up: 0x3ba55d, slow: 0xe0a526, down: 0xd9534f };

/** How the game server does, since when, and for how long it was otherwise. */
export function formatServer({ at, state, before, lastedMs, isSample }: Extract<Cause, { kind: 'server' }>): Happening {
  const title = titleOf(state, before);
  return {
    title: isSample ? `Sample: ${title}` : title,
    // For how long it was well is no news.
    lines: [`Since ${stamp(at, 't')}${before === 'up' ? '' : ` · ${before} for ${formatDuration(lastedMs)}`}`],
    colour: COLOURS[state],
  };
}

function titleOf(state: ServerState, before: ServerState): string {
  if (state === 'slow') return 'The server is slow';
  if (state === 'down') return 'No answer: the server is down, or its data service';
  return before === 'slow' ? 'The server is back to normal' : 'The server is back';
}

/** `40 s`, `12 min`, `3 h 20 min`, `2 d 5 h`: two units at most. */
function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
