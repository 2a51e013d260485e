import type { Layout } from '../../../src/discord/render/layout/layout.ts';

/** All that a person reads of a message of Components V2, in its order: texts, and the labels of buttons and menus in brackets. */
export function layoutText({ components }: Layout): string {
  return readable(JSON.parse(JSON.stringify(components))).join('\n');
}

function readable(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(readable);
  if (typeof part !== 'object' || part === null) return [];
  const content = 'content' in part && typeof part.content === 'string' ? [part.content] : [];
  const label = 'label' in part && typeof part.label === 'string' ? [`[${part.label}]`] : [];
  const inner = ['components', 'options'].flatMap((name) =>
    readable(Object.entries(part).find(([key]) => key === name)?.[1]),
  );
  return [...content, ...label, ...inner];
}
