import type { Target } from '../../routing/notice.ts';

/** A target as one column: `<kind>:<snowflake>`. */
export function writeTarget(target: Target): string {
  return `${target.kind}:${target.id}`;
}

export function readTarget(text: string): Target {
  const [kind, id] = text.split(':');
  if ((kind !== 'channel' && kind !== 'user') || id === undefined) {
    throw new Error(`The journal holds a target that cannot be read (${text}).`);
  }
  return { kind, id };
}
