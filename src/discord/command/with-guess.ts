import { type APIComponentInContainer, type APITextDisplayComponent, ComponentType } from 'discord.js';
import type { Language, Sentence } from '../../language/language.ts';
import type { Layout } from '../render/layout/layout.ts';
import { safe } from '../render/words/text.ts';

/** The guess for a text that is not quite a name. `name`: players' text, raw. */
export interface Guessed {
  readonly name: Sentence;
  readonly typed: string;
}

/**
 * Begins an answer with the item that was guessed, and what was typed.
 * @param guess null for an item that is called as was typed: the answer stays as it is
 * @param said whether the answer shows the item, or something was saved for it
 */
export function withGuess<L extends Layout>(
  layout: L,
  guess: Guessed | null,
  said: 'item.guessed' | 'item.guessed-saved',
  language: Language,
): L {
  const [first, ...others] = layout.components;
  if (guess === null || first === undefined) return layout;
  const names = { item: safe(guess.name(language)), text: safe(guess.typed, 40) };
  const components = withLine(first.components, language.say(said, names));
  return { ...layout, components: [{ ...first, components }, ...others] };
}

/** The line joins the first text: an answer may have as many components as Discord takes. */
function withLine(parts: readonly APIComponentInContainer[], line: string): APIComponentInContainer[] {
  const [first, ...others] = parts;
  const lead = (text: APITextDisplayComponent) => ({ ...text, content: `${line}\n${text.content}` });
  if (first?.type === ComponentType.TextDisplay) return [lead(first), ...others];
  if (first?.type !== ComponentType.Section) return [{ type: ComponentType.TextDisplay, content: line }, ...parts];
  const [title, ...texts] = first.components;
  return title === undefined ? [...parts] : [{ ...first, components: [lead(title), ...texts] }, ...others];
}
