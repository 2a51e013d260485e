import type { LocalDiscord } from '../../src/sandbox/discord/discord.ts';

/** Messages that were posted. `repeated`: Discord knew the nonce already; `failed`: 5xx, or no answer. */
export interface PostCounts {
  readonly all: number;
  readonly failed: number;
  readonly repeated: number;
  readonly tooMany: number;
}

/** Counts messages that are posted from now on, and how they are answered. */
export function watchPosts({ events }: LocalDiscord): () => PostCounts {
  const counts = { all: 0, failed: 0, repeated: 0, tooMany: 0 };
  const ids = new Set<string>();
  events.on('request', ({ method, path, status, answer, injected }) => {
    if (method !== 'POST' || !path.endsWith('/messages')) return;
    counts.all += 1;
    if (status === 429) counts.tooMany += 1;
    if (status >= 500 || status === 0) counts.failed += 1;
    if (status !== 200 || (injected && answer === null)) return;
    const { id } = answer as { id: string };
    if (ids.has(id)) counts.repeated += 1;
    ids.add(id);
  });
  return () => counts;
}
