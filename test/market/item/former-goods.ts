/** The item type and the SNBT of which an earlier Crier stored the key. */
export interface FormerGoods {
  readonly type: string;
  readonly snbt: string;
}

const TYPES =
  'DIAMOND_SWORD ENCHANTED_BOOK POTION SPLASH_POTION PAINTING DIRT ELYTRA SHULKER_BOX TROPICAL_FISH TNT'.split(' ');
const ENCHANTMENTS = 'sharpness mending unbreaking fire_aspect binding_curse looting smite luck_of_the_sea'.split(' ');
const POTIONS = 'healing strong_healing long_swiftness night_vision luck water'.split(' ');
const NAMES = ['Dawnbreaker', "Miner's Friend", 'Crème brûlée', '月の剣', 'Say "hi"', '§cRed §lName', ' [VIP] '];

const plain = () => '{}';

function pick<T>(values: readonly T[], at: number): T {
  const value = values[at % values.length];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

function canvas(at: number): string {
  return `${(at * 7_919).toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a_${at}`;
}

function enchantments(at: number): [string, number][] {
  return Array.from({ length: 1 + (at % 3) }, (_, more) => [pick(ENCHANTMENTS, at + more * 3), 1 + ((at + more) % 5)]);
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const inJson = (text: string) => `'${JSON.stringify({ text }).replace(/['\\]/g, '\\$&')}'`;
const list = (at: number, namespace: string) =>
  enchantments(at).map(([id, level]) => `{id:"${namespace}${id}",lvl:${level}s}`);
const map = (at: number) => enchantments(at).map(([id, level]) => `"minecraft:${id}":${level}`);

const WAYS: readonly ((at: number) => string)[] = [
  (at) => `{ench:[{id:${pick([16, 70, 34, 20, 10, 21, 17, 61], at)}s,lvl:${1 + (at % 5)}s}],RepairCost:3}`,
  (at) => `{Enchantments:[${list(at, 'minecraft:')}]}`,
  (at) => `{id:"minecraft:thing",Count:1b,tag:{StoredEnchantments:[${list(at, '')}]}}`,
  (at) => `{components:{"minecraft:enchantments":{levels:{${map(at)}},show_in_tooltip:0b}}}`,
  (at) => `{"minecraft:stored_enchantments":{${map(at)}}}`,
  (at) => `{Potion:"minecraft:${pick(POTIONS, at)}",CustomPotionColor:5}`,
  (at) => `{"minecraft:potion_contents":{potion:"minecraft:${pick(POTIONS, at)}"}}`,
  (at) => `{PublicBukkitValues:{"paintings:canvas":"${canvas(at)}"}}`,
  (at) => `{components:{"minecraft:custom_data":{canvas:{meta:{id:"${canvas(at)}"}}}}}`,
  (at) => `{display:{Name:${inJson(pick(NAMES, at))}}}`,
  (at) => `{display:{Name:${quoted(pick(NAMES, at))},Lore:["x"]}}`,
  (at) => `{"minecraft:custom_name":{text:${quoted(pick(NAMES, at))},color:"red",extra:["${at}"]}}`,
  (at) => `{"minecraft:custom_name":${quoted(pick(NAMES, at))},"minecraft:lore":["x"],"minecraft:repair_cost":${at}}`,
  (at) => `{tag:{display:{Name:'[{"text":"No. "},{"text":"${at}"}]'}}}`,
  (at) => `{Damage:${at}}`,
  (at) => `{unreadable${at}`,
  plain,
];

/** A thousand items without any trait newer than 0.3.0, in the SNBT forms of all versions of the game. */
export const FORMER_GOODS: readonly FormerGoods[] = Array.from({ length: 1_000 }, (_, at) => ({
  type: TYPES[at % TYPES.length] ?? '',
  snbt: (WAYS[Math.floor(at / TYPES.length) % WAYS.length] ?? plain)(at),
}));
