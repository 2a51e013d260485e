import type { Target } from './notice.ts';

/** A target as a map's key: `channel:123…`. */
export function targetKey(target: Target): string {
  return `${target.kind}:${target.id}`;
}
