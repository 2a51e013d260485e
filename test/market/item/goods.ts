/** One kind of item in the SNBT forms of the game's versions, the newest last. */
export interface GoodsInForms {
  readonly label: string;
  readonly type: string;
  readonly forms: readonly string[];
  /** The words that players type to find it. */
  readonly found: string;
}

const CANVAS = '3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_1752041900';
const PICTURE = 'f2de65f5-3f13-422f-8391-000000000001';

export const GOODS_IN_FORMS: readonly GoodsInForms[] = [
  {
    label: 'Enchanted Book (Smite V)',
    type: 'ENCHANTED_BOOK',
    found: 'smite v',
    forms: [
      '{StoredEnchantments:[{id:17s,lvl:5s}]}',
      '{StoredEnchantments:[{id:"minecraft:smite",lvl:5s}]}',
      '{"minecraft:stored_enchantments":{levels:{"minecraft:smite":5}}}',
      '{"minecraft:repair_cost":1,"minecraft:stored_enchantments":{"minecraft:smite":5}}',
    ],
  },
  {
    label: 'Splash Potion (Strong Strength)',
    type: 'SPLASH_POTION',
    found: 'strong strength',
    forms: [
      '{Potion:"minecraft:strong_strength"}',
      '{"minecraft:potion_contents":{potion:"minecraft:strong_strength"}}',
    ],
  },
  {
    label: 'Potion (Speed I, Strength III)',
    type: 'POTION',
    found: 'strength iii',
    forms: [
      '{CustomPotionEffects:[{Id:5b,Amplifier:2b,Duration:3600},{Id:1b,Amplifier:0b,Duration:20}]}',
      '{custom_potion_effects:[{id:"minecraft:speed",duration:20},{id:"minecraft:strength",amplifier:2b,duration:3600}]}',
      '{"minecraft:potion_contents":{custom_effects:[{id:"minecraft:strength",amplifier:2b,duration:3600},{id:"minecraft:speed",amplifier:0b,duration:20}]}}',
    ],
  },
  {
    label: '“Harbour at Dusk” by Player_017 (copy)',
    type: 'PAINTING',
    found: 'painting harbour player_017',
    forms: [
      `{name:"${CANVAS}",title:"Harbour at Dusk",author:"Player_017",generation:2,pixels:[I;1,2]}`,
      `{PublicBukkitValues:{"mod:canvas_id":"${CANVAS}","mod:canvas_title":"Harbour at Dusk","mod:canvas_author":"Player_017","mod:canvas_generation":2}}`,
      `{"minecraft:custom_data":{PublicBukkitValues:{"mod:canvas_author":"Player_017","mod:canvas_generation":2,"mod:canvas_id":"${CANVAS}","mod:canvas_title":"Harbour at Dusk"}},"minecraft:custom_model_data":{strings:["mod:canvas"]},"minecraft:custom_name":"My best"}`,
    ],
  },
  {
    label: 'Untitled painting by Player_017 (original)',
    type: 'PAINTING',
    found: 'untitled painting',
    forms: [
      `{"minecraft:custom_data":{"mod:canvas_author":"Player_017","mod:canvas_generation":1,"mod:canvas_id":"${CANVAS}"}}`,
    ],
  },
  {
    label: 'Camera picture by Player_020 (f2de65f5)',
    type: 'PAINTING',
    found: 'picture player_020',
    forms: [
      `{PublicBukkitValues:{"mod:picture_data":'{"id":"${PICTURE}","creator":"Player_020"}'}}`,
      `{"minecraft:custom_data":{PublicBukkitValues:{"mod:picture_data":'{"creator":"Player_020","id":"${PICTURE}","timestamp":1}'}},"minecraft:custom_model_data":{strings:["mod:camera","x"]},"minecraft:item_name":{fallback:"[Mod] Picture",translate:"item.mod.picture"}}`,
    ],
  },
  {
    label: 'Map (#12)',
    type: 'FILLED_MAP',
    found: 'map 12',
    forms: [
      '{id:"minecraft:filled_map",Count:1b,Damage:12s,tag:{display:{MapColor:1}}}',
      '{map:12}',
      '{"minecraft:map_id":12}',
    ],
  },
  {
    label: 'Music Disc “Slow Rain”',
    type: 'MUSIC_DISC_11',
    found: 'slow rain',
    forms: [
      '{"minecraft:jukebox_playable":{song:"realm_discs:slow_rain",show_in_tooltip:1b}}',
      '{"minecraft:custom_model_data":{strings:["realm_discs:slow_rain"]},"minecraft:jukebox_playable":"realm_discs:slow_rain"}',
    ],
  },
  {
    label: 'Paper (7)',
    type: 'PAPER',
    found: 'paper 7',
    forms: [
      '{CustomModelData:7}',
      '{"minecraft:custom_model_data":7}',
      '{"minecraft:custom_model_data":{floats:[7.0f]}}',
    ],
  },
  {
    label: 'Waystone (Cobblestone Wall)',
    type: 'COBBLESTONE_WALL',
    found: 'waystone',
    forms: [
      `{"minecraft:custom_model_data":{strings:["transport"]},"minecraft:custom_name":'{"color":"light_purple","italic":false,"text":"Waystone"}'}`,
      '{"minecraft:custom_model_data":{strings:["transport"]},"minecraft:custom_name":{color:"light_purple",text:"Waystone"}}',
    ],
  },
  {
    label: 'Telescope (Spyglass)',
    type: 'SPYGLASS',
    found: 'telescope',
    forms: [
      '{"minecraft:item_model":"minecraft:pumpkin_pie","minecraft:item_name":{extra:[{color:"#FFAE00",text:"Telescope"}],text:""}}',
    ],
  },
  {
    label: 'Stick (Pumpkin Pie)',
    type: 'STICK',
    found: 'stick pumpkin',
    forms: ['{"minecraft:item_model":"minecraft:pumpkin_pie"}'],
  },
  {
    label: 'A Short Guide by Player_011 (Written Book, copy)',
    type: 'WRITTEN_BOOK',
    found: 'short guide player_011',
    forms: [
      '{title:"A Short Guide",author:"Player_011",generation:1,pages:["one"]}',
      '{tag:{author:"Player_011",generation:1,pages:[\'{"text":"one"}\'],title:"A Short Guide"},id:"minecraft:written_book",Count:1b}',
      '{"minecraft:written_book_content":{author:"Player_011",generation:1,pages:[{raw:"one"}],title:{raw:"A Short Guide"}}}',
    ],
  },
  {
    label: 'Player Head (Player_070)',
    type: 'PLAYER_HEAD',
    found: 'player_070',
    forms: [
      '{SkullOwner:"Player_070"}',
      '{SkullOwner:{Id:[I;1,2,3,4],Name:"Player_070",Properties:{textures:[{Value:"x"}]}}}',
      '{"minecraft:profile":"Player_070"}',
      '{"minecraft:profile":{id:[I;1,2,3,4],name:"Player_070",properties:[{name:"textures",value:"x"}]}}',
    ],
  },
  {
    label: 'Garden Gnome (Player Head)',
    type: 'PLAYER_HEAD',
    found: 'garden gnome',
    forms: [
      '{"minecraft:custom_name":{fallback:"§5Garden Gnome",translate:"realm.head.gnome"},"minecraft:profile":{name:"Player_071"}}',
    ],
  },
  {
    label: 'Firework Rocket (flight 2)',
    type: 'FIREWORK_ROCKET',
    found: 'flight 2',
    forms: ['{Fireworks:{Flight:2b}}', '{"minecraft:fireworks":{flight_duration:2b}}'],
  },
  {
    label: 'Ominous Bottle V',
    type: 'OMINOUS_BOTTLE',
    found: 'ominous bottle v',
    forms: ['{"minecraft:ominous_bottle_amplifier":4}'],
  },
  {
    label: 'Goat Horn (Ponder)',
    type: 'GOAT_HORN',
    found: 'ponder',
    forms: ['{instrument:"minecraft:ponder_goat_horn"}', '{"minecraft:instrument":"minecraft:ponder_goat_horn"}'],
  },
  {
    label: 'Bucket of Axolotl (Wild)',
    type: 'AXOLOTL_BUCKET',
    found: 'axolotl wild',
    forms: ['{Variant:1}', '{"minecraft:bucket_entity_data":{Variant:1}}', '{"minecraft:axolotl/variant":"wild"}'],
  },
  {
    label: 'Bucket of Tropical Fish (Stripey, Orange, White)',
    type: 'TROPICAL_FISH_BUCKET',
    found: 'tropical stripey orange',
    forms: [
      `{BucketVariantTag:${1 + 256 + 65_536}}`,
      '{"minecraft:tropical_fish/base_color":"orange","minecraft:tropical_fish/pattern":"stripey","minecraft:tropical_fish/pattern_color":"white"}',
    ],
  },
  {
    label: 'Diamond Chestplate (Silence trim, Netherite)',
    type: 'DIAMOND_CHESTPLATE',
    found: 'silence netherite',
    forms: [
      '{Trim:{pattern:"minecraft:silence",material:"minecraft:netherite"}}',
      '{"minecraft:trim":{material:"minecraft:netherite",pattern:"minecraft:silence"}}',
    ],
  },
  {
    label: 'Suspicious Stew (Night Vision)',
    type: 'SUSPICIOUS_STEW',
    found: 'stew night vision',
    forms: [
      '{Effects:[{EffectId:16b,EffectDuration:100}]}',
      '{effects:[{id:"minecraft:night_vision",duration:100}]}',
      '{"minecraft:suspicious_stew_effects":[{id:"minecraft:night_vision",duration:100}]}',
    ],
  },
  {
    label: 'Wrench (Debug Stick)',
    type: 'DEBUG_STICK',
    found: 'wrench',
    forms: [
      `{"minecraft:item_name":'"Wrench"'}`,
      '{"minecraft:item_name":"Wrench"}',
      '{"minecraft:item_name":{text:"Wrench"}}',
    ],
  },
  {
    label: 'Dirt “Netherite Ingot”',
    type: 'DIRT',
    found: 'dirt netherite',
    forms: [
      '{display:{Name:"§cNetherite Ingot"}}',
      `{display:{Name:'{"text":"Netherite Ingot"}'}}`,
      `{"minecraft:custom_name":'"Netherite Ingot"'}`,
      '{"minecraft:custom_name":[{text:"Netherite "},"Ingot"]}',
    ],
  },
];
