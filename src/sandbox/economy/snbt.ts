/** The shapes in which the game has written item data over the years. */
export const ERAS = ['tag', 'wrapped-tag', 'components', 'latest'] as const;
export type Era = (typeof ERAS)[number];

/** What the extra data of an item can say; empty fields are left out of the text. */
export interface ItemData {
  /** Identifier without namespace -> level. */
  readonly enchantments?: Readonly<Record<string, number>>;
  /** Such as `strong_healing`. */
  readonly potion?: string;
  /** `<author uuid>_<integer>`. */
  readonly canvasId?: string;
  readonly customName?: string;
  readonly lore?: readonly string[];
  readonly damage?: number;
}

/**
 * Item data as an SNBT text in the shape of an era: a bare tag (to 1.20.4), the same inside `{id,Count,tag}`, components
 * with `levels` and JSON texts (from 1.20.5), components without either (from 1.21.5). Nothing to say gives `{}`.
 */
export function writeSnbt(type: string, data: ItemData, era: Era): string {
  const stored = type === 'ENCHANTED_BOOK';
  const old = era === 'tag' || era === 'wrapped-tag';
  const fields = old ? tagFields(data, stored) : componentFields(data, stored, era);
  if (fields.length === 0) return '{}';
  const id = `id:"minecraft:${type.toLowerCase()}"`;
  if (era === 'tag') return `{${fields}}`;
  if (era === 'wrapped-tag') return `{${id},Count:1b,tag:{${fields}}}`;
  return era === 'latest' ? `{components:{${fields}},count:1,${id}}` : `{components:{${fields}}}`;
}

function tagFields(data: ItemData, stored: boolean): string {
  const fields: string[] = [];
  if (data.enchantments) {
    const list = Object.entries(data.enchantments).map(([id, level]) => `{id:"minecraft:${id}",lvl:${level}s}`);
    fields.push(`${stored ? 'StoredEnchantments' : 'Enchantments'}:[${list}]`);
  }
  if (data.potion) fields.push(`Potion:"minecraft:${data.potion}"`);
  if (data.canvasId) fields.push(`PublicBukkitValues:{"paintings:canvas":${quote(data.canvasId)}}`);
  const display: string[] = [];
  if (data.customName !== undefined) display.push(`Name:${quoteSingle(JSON.stringify({ text: data.customName }))}`);
  if (data.lore) display.push(`Lore:[${data.lore.map((line) => quoteSingle(JSON.stringify({ text: line })))}]`);
  if (display.length > 0) fields.push(`display:{${display}}`);
  if (data.damage) fields.push(`Damage:${data.damage}`);
  return fields.join();
}

function componentFields(data: ItemData, stored: boolean, era: Era): string {
  const text = era === 'latest' ? quote : (line: string) => quoteSingle(JSON.stringify(line));
  const fields: string[] = [];
  if (data.enchantments) {
    const levels = Object.entries(data.enchantments).map(([id, level]) => `"minecraft:${id}":${level}`);
    const name = stored ? 'minecraft:stored_enchantments' : 'minecraft:enchantments';
    fields.push(`"${name}":${era === 'latest' ? `{${levels}}` : `{levels:{${levels}}}`}`);
  }
  if (data.potion) fields.push(`"minecraft:potion_contents":{potion:"minecraft:${data.potion}"}`);
  if (data.canvasId) fields.push(`"minecraft:custom_data":{canvas:{meta:{id:${quote(data.canvasId)}}}}`);
  if (data.customName !== undefined) fields.push(`"minecraft:custom_name":${text(data.customName)}`);
  if (data.lore) fields.push(`"minecraft:lore":[${data.lore.map(text)}]`);
  if (data.damage) fields.push(`"minecraft:damage":${data.damage}`);
  return fields.join();
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const quoteSingle = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
