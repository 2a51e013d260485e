/** Versions of the game with other shapes of item data: up to 1.20.4, the same with its item, up to 1.21.4. */
export const OLDER_FORMS = ['tag', 'wrapped-tag', 'components'] as const;
export type OlderForm = (typeof OLDER_FORMS)[number];

export interface OlderData {
  /** Maps identifiers without namespace to levels. */
  readonly enchantments?: Readonly<Record<string, number>>;
  /** An identifier such as `strong_healing`. */
  readonly potion?: string;
}

/** Writes item data in the form of an older version of the game. */
export function writeOlderSnbt(type: string, data: OlderData, form: OlderForm): string {
  const isBook = type === 'ENCHANTED_BOOK';
  if (form === 'components') return `{components:{${componentFields(data, isBook)}}}`;
  const tag = `{${tagFields(data, isBook)}}`;
  return form === 'tag' ? tag : `{id:"minecraft:${type.toLowerCase()}",Count:1b,tag:${tag}}`;
}

function tagFields({ enchantments, potion }: OlderData, isBook: boolean): string {
  const fields: string[] = [];
  if (enchantments) {
    const list = Object.entries(enchantments).map(([id, level]) => `{id:"minecraft:${id}",lvl:${level}s}`);
    fields.push(`${isBook ? 'StoredEnchantments' : 'Enchantments'}:[${list}]`);
  }
  if (potion) fields.push(`Potion:"minecraft:${potion}"`);
  return fields.join();
}

function componentFields({ enchantments, potion }: OlderData, isBook: boolean): string {
  const fields: string[] = [];
  if (enchantments) {
    const levels = Object.entries(enchantments).map(([id, level]) => `"minecraft:${id}":${level}`);
    fields.push(`"minecraft:${isBook ? 'stored_enchantments' : 'enchantments'}":{levels:{${levels}}}`);
  }
  if (potion) fields.push(`"minecraft:potion_contents":{potion:"minecraft:${potion}"}`);
  return fields.join();
}
