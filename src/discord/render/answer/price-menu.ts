import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { Identity } from '../../../market/item/item.ts';
import { isPlainChoice } from '../../../market/prices/kind-counts.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { itemValue } from '../layout/controls.ts';
import { COLOURS, card, itemThumbnail, type Layout, pictured, row, text } from '../layout/layout.ts';
import { nameOfIdentity, nameOfType } from '../words/item-name.ts';
import { clean, safe } from '../words/text.ts';

/** Discord: options of a menu, characters of an option's label. */
const MOST_OPTIONS = 25;
const LABEL_CHARACTERS = 100;

/** A kind of a type in the menu. `trades`: in the last 30 days; `shops`: that sell it now. */
interface Kind {
  readonly identity: Identity;
  readonly trades: number;
  readonly shops: number;
}

interface PriceMenu {
  readonly type: string;
  /** The most sold first. */
  readonly kinds: readonly Kind[];
  readonly days: number;
  readonly freshness: string;
  readonly icons: Icons;
  readonly language: Language;
}

/** Asks for the kind of an item that is mostly traded in variants; null if no custom id takes any of them. */
export function renderPriceMenu({ type, kinds, days, freshness, icons, language }: PriceMenu): Layout | null {
  const options = kinds.slice(0, MOST_OPTIONS).flatMap((kind) => optionOf(kind, language) ?? []);
  if (options.length === 0) return null;
  const menu: APIStringSelectComponent = {
    type: ComponentType.StringSelect,
    custom_id: `price:pick:${days}`,
    placeholder: language.say('price.choose'),
    options,
  };
  const isCut = kinds.length > options.length;
  return card(
    COLOURS.neutral,
    pictured(
      `### ${safe(nameOfType(type, language), 80)}\n${language.say('price.which')}`,
      itemThumbnail(icons, type, language),
    ),
    row(menu),
    text(isCut && `-# ${language.say('price.which-most', { n: whole(options.length, language) })}`, freshness),
  );
}

function optionOf({ identity, trades, shops }: Kind, language: Language) {
  const value = itemValue({ type: identity.type, key: identity.key });
  if (value === null) return null;
  const isPlain = isPlainChoice({ type: identity.type, key: identity.key });
  const label = isPlain ? language.say('price.kind-plain') : nameOfIdentity(identity, language);
  const traded = language.say('price.trades', { period: language.say('price.period', { n: 30 }), n: trades });
  const description = `${traded} · ${language.say('offer.shops', { n: shops })}`;
  return { value, label: clean(label, LABEL_CHARACTERS), description };
}
