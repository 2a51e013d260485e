import { type SearchText, searchText } from './search-text.ts';

/**
 * Players' words for the game's items, by language and type. They work for readers of every language and rank after the
 * game's names. A nickname never equals another item's name. Spelling, spaces and plurals are ignored: `echest` finds
 * `e chest`.
 */
export const NICKNAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    ANCIENT_DEBRIS: ['debris'],
    BLAZE_ROD: ['blaze'],
    BOOKSHELF: ['bookcase'],
    COBBLESTONE: ['cobble'],
    COMPARATOR: ['comp'],
    CRAFTING_TABLE: ['workbench', 'craft bench'],
    CRYING_OBSIDIAN: ['crying obby'],
    DIAMOND: ['dia', 'dias'],
    DIAMOND_CHESTPLATE: ['dia chest'],
    DIAMOND_PICKAXE: ['dia pick'],
    DIAMOND_SWORD: ['dia sword'],
    ELYTRA: ['elytra wings', 'wings'],
    ENCHANTED_GOLDEN_APPLE: ['notch apple', 'god apple', 'egapple', 'egap', 'enchanted gapple'],
    ENCHANTING_TABLE: ['ench table', 'enchant table', 'enchantment table'],
    ENDER_CHEST: ['e chest', 'echest'],
    ENDER_EYE: ['ender eye'],
    ENDER_PEARL: ['epearl', 'e pearl', 'pearl'],
    END_CRYSTAL: ['crystal', 'ecrystal'],
    EXPERIENCE_BOTTLE: ['xp', 'xp bottle', 'exp bottle', 'bottle of enchanting', 'bottle of xp'],
    FIREWORK_ROCKET: ['rocket', 'firework'],
    GLOW_INK_SAC: ['glow ink'],
    GOLDEN_APPLE: ['gapple', 'gap', 'crapple'],
    GOLDEN_CARROT: ['gcarrot', 'gold carrot'],
    GUNPOWDER: ['gun powder', 'sulphur'],
    LAPIS_LAZULI: ['lapis'],
    NAME_TAG: ['nametag'],
    NETHERITE_INGOT: ['neth', 'neth ingot'],
    NETHERITE_PICKAXE: ['neth pick'],
    NETHERITE_SWORD: ['neth sword'],
    NETHERITE_UPGRADE_SMITHING_TEMPLATE: ['neth template', 'neth upgrade'],
    OBSIDIAN: ['obby', 'obi'],
    PISTON: ['normal piston'],
    QUARTZ: ['quartz'],
    REDSTONE: ['redstone', 'red dust'],
    SHULKER_BOX: ['shulker', 'shulk', 'shulky'],
    SPAWNER: ['mob spawner'],
    SPONGE: ['dry sponge'],
    STICKY_PISTON: ['slime piston'],
    TNT: ['dynamite'],
    TOTEM_OF_UNDYING: ['totem'],
    WITHER_SKELETON_SKULL: ['wither skull', 'wither head'],
    WRITABLE_BOOK: ['book quill'],
  },
  de: {
    ENCHANTED_GOLDEN_APPLE: ['op apfel', 'notch apfel'],
    ENDER_CHEST: ['e kiste'],
    ENDER_PEARL: ['perle'],
    EXPERIENCE_BOTTLE: ['xp flasche', 'ep flasche'],
    FIREWORK_ROCKET: ['rakete'],
    SHULKER_BOX: ['shulkerkiste'],
  },
  fr: {
    ENCHANTED_GOLDEN_APPLE: ['pomme cheat', 'pomme de notch'],
    ENDER_PEARL: ['perle'],
    EXPERIENCE_BOTTLE: ['bouteille xp', "fiole d'xp"],
    FIREWORK_ROCKET: ['fusee'],
  },
  'es-ES': {
    ENCHANTED_GOLDEN_APPLE: ['manzana de notch'],
    ENDER_PEARL: ['perla'],
    EXPERIENCE_BOTTLE: ['botella xp', 'frasco xp'],
    FIREWORK_ROCKET: ['cohete'],
  },
  'pt-BR': {
    ENCHANTED_GOLDEN_APPLE: ['maçã do notch'],
    ENDER_PEARL: ['pérola'],
    EXPERIENCE_BOTTLE: ['frasco de xp'],
    FIREWORK_ROCKET: ['foguete'],
  },
  it: {
    ENCHANTED_GOLDEN_APPLE: ['mela di notch'],
    EXPERIENCE_BOTTLE: ['bottiglia xp'],
    FIREWORK_ROCKET: ['razzo'],
  },
  nl: {
    EXPERIENCE_BOTTLE: ['xp fles'],
    FIREWORK_ROCKET: ['vuurpijl', 'raket'],
  },
  pl: {
    ENCHANTED_GOLDEN_APPLE: ['koks', 'refil'],
    ENDER_PEARL: ['perła'],
    EXPERIENCE_BOTTLE: ['butelka xp', 'expo'],
    FIREWORK_ROCKET: ['rakieta', 'fajerwerka'],
  },
  ru: {
    ENCHANTED_GOLDEN_APPLE: ['чарка', 'чар яблоко'],
    ENDER_PEARL: ['перка', 'эндер перл'],
    EXPERIENCE_BOTTLE: ['пузырёк опыта', 'бутылка опыта'],
    FIREWORK_ROCKET: ['ракета', 'фейерверк'],
    TOTEM_OF_UNDYING: ['тотем'],
    SHULKER_BOX: ['шалкер'],
  },
  uk: {
    EXPERIENCE_BOTTLE: ['пляшка досвіду'],
    FIREWORK_ROCKET: ['ракета', 'феєрверк'],
    TOTEM_OF_UNDYING: ['тотем'],
    SHULKER_BOX: ['шалкер'],
  },
  tr: {
    EXPERIENCE_BOTTLE: ['xp şişesi'],
    FIREWORK_ROCKET: ['roket'],
  },
  ja: {
    EXPERIENCE_BOTTLE: ['経験値瓶'],
    FIREWORK_ROCKET: ['ロケット'],
    OBSIDIAN: ['黒曜'],
    TOTEM_OF_UNDYING: ['トーテム'],
  },
  ko: {
    ENCHANTED_GOLDEN_APPLE: ['인챈황금사과'],
    EXPERIENCE_BOTTLE: ['경험치병'],
    FIREWORK_ROCKET: ['폭죽'],
    TOTEM_OF_UNDYING: ['토템'],
  },
  'zh-CN': {
    ENCHANTED_GOLDEN_APPLE: ['附魔金苹果'],
    EXPERIENCE_BOTTLE: ['经验瓶'],
    FIREWORK_ROCKET: ['烟花'],
    TOTEM_OF_UNDYING: ['图腾'],
  },
};

const NO_NICKNAMES: readonly SearchText[] = [];

const byType: ReadonlyMap<string, readonly SearchText[]> = new Map(
  [...new Set(Object.values(NICKNAMES).flatMap((types) => Object.keys(types)))].map((type) => {
    const nicknames = Object.values(NICKNAMES).flatMap((types) => types[type] ?? []);
    return [type, [...new Set(nicknames)].map(searchText)];
  }),
);

const typeByNickname: ReadonlyMap<string, string> = new Map(
  [...byType].flatMap(([type, texts]) => texts.map(({ compact }) => [compact, type] as const)),
);

/** Returns the nicknames of a type in all languages. */
export function nicknamesOf(type: string): readonly SearchText[] {
  return byType.get(type) ?? NO_NICKNAMES;
}

/** Returns the type with this nickname, or null if there is none. */
export function typeOfNickname({ compact }: SearchText): string | null {
  return typeByNickname.get(compact) ?? null;
}
