import type { Layout } from '../../../src/discord/render/layout.ts';

/**
 * Returns all readable text of a Components V2 message in order: texts, and labels of buttons and menus in brackets.
 */
export function layoutText({ components }: Layout): string {
  return readable(JSON.parse(JSON.stringify(components)))
    .map(({ text, isLabel }) => (isLabel ? `[${text}]` : text))
    .join('\n');
}

/** Returns the texts that Discord displays as markdown, without labels. */
export function layoutMarkdown({ components }: Layout): string[] {
  return readable(JSON.parse(JSON.stringify(components))).flatMap(({ text, isLabel }) => (isLabel ? [] : [text]));
}

interface Readable {
  readonly text: string;
  readonly isLabel: boolean;
}

function readable(part: unknown): Readable[] {
  if (Array.isArray(part)) return part.flatMap(readable);
  if (typeof part !== 'object' || part === null) return [];
  const content = 'content' in part && typeof part.content === 'string' ? [{ text: part.content, isLabel: false }] : [];
  const label = 'label' in part && typeof part.label === 'string' ? [{ text: part.label, isLabel: true }] : [];
  const inner = ['components', 'options'].flatMap((name) =>
    readable(Object.entries(part).find(([key]) => key === name)?.[1]),
  );
  return [...content, ...label, ...inner];
}
