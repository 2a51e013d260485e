import type { Language } from '../../../language/language.ts';
import { type Identity, traitOf } from '../../../market/item/item.ts';
import { clean } from './text.ts';

const TITLE_LENGTH = 100;
const AUTHOR_LENGTH = 40;

/** A painting as its picture is described. Texts are players', raw; null if the painter gave none. */
interface DescribedPainting {
  readonly title: string | null;
  readonly author: string | null;
  /** In pixels of the canvas. */
  readonly width: number;
  readonly height: number;
}

/**
 * A picture's alt text: `“Harbour at Dusk” by Ariane, 32 × 16 pixels`. Plain text, as Discord renders no markdown
 * there.
 */
export function altOfPainting(painting: DescribedPainting, language: Language): string {
  const { width, height } = painting;
  const size = { width: String(width), height: String(height) };
  return language.say('painting.alt', { painting: titleOfPainting(painting, language), ...size });
}

/** `“Harbour at Dusk” by Ariane`, `Untitled painting by Ariane`, as plain text. */
export function titleOfPainting(
  { title, author }: Pick<DescribedPainting, 'title' | 'author'>,
  language: Language,
): string {
  const by = author === null ? null : clean(author, AUTHOR_LENGTH);
  if (title === null)
    return by === null ? language.say('painting.untitled') : language.say('item.untitled', { author: by });
  const work = language.say('item.quoted', { text: clean(title, TITLE_LENGTH) });
  return by === null ? work : language.say('item.by', { work, author: by });
}

/** `original`, `copy`: how often a painting was copied. Null if its item does not say. */
export function sayGeneration(identity: Identity, language: Language): string | null {
  switch (traitOf(identity, 'generation')) {
    case 'original':
      return language.say('item.original');
    case 'copy':
      return language.say('item.copy');
    case 'copy-of-copy':
      return language.say('item.copy-of-copy');
    default:
      return null;
  }
}
