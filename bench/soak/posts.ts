import type { LocalDiscord } from '../../sandbox/discord/discord.ts';

/** Posted messages. `repeated`: Discord knew the nonce already; `failed`: 5xx, or no answer. */
export interface PostCounts {
  readonly all: number;
  readonly failed: number;
  readonly repeated: number;
  readonly tooMany: number;
}

/**
 * More than the posts within Discord's memory of a nonce. It is limited, so that days of ids do not look like a memory
 * leak.
 */
const MOST_IDS = 5_000;

/** Counts new posts, and their answers. */
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
    const [oldest] = ids;
    if (oldest && ids.size > MOST_IDS) ids.delete(oldest);
  });
  return () => counts;
}
