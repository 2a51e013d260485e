/** Keys of the wire and of the game's item data that are kept as they are, even if a player has such a name. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set(
  `event timestamp data type item amount quantity name snbt childitems finalbid currencyamount itemprice
  totalamount location x y z world id owner uuid price remaining remainingstock hello-from-eco-v1 error count
  slot tag components items display lore level levels lvl text extra translate fallback with color bold italic
  underlined strikethrough obfuscated keybind font insertion clickevent hoverevent click_event hover_event
  action value contents raw pages title author generation resolved properties signature textures profile strings
  floats flags colors sound song potion effects duration amplifier enchantments storedenchantments ench
  custom_data publicbukkitvalues types pattern material fireworks flight flight_duration explosions age health
  damage repaircost unbreakable custommodeldata hideflags skullowner blockentitytag bases patterns trim
  instrument variant operation attributes creator`.split(/\s+/),
);

/** Keys whose values are the game's own identifiers. */
export const GAME_KEYS: ReadonlySet<string> = new Set(
  `event type id color potion instrument pattern material variant rarity slot action operation attribute asset_id
  equipment_slot sound_event song font shape keybind effect tropical_fish/pattern tropical_fish/base_color
  tropical_fish/pattern_color axolotl/variant cat/variant salmon/size`.split(/\s+/),
);

/** Keys whose values are identifiers that a server gives. */
export const SERVER_KEYS: ReadonlySet<string> = new Set(
  'world strings translate item_model jukebox_playable custom_model_data model tooltip_style'.split(' '),
);

/** Keys that are followed by a player's name, itself or as its `name`. */
export const PERSON = /author|creator|owner|player|signature|signed|profile/;
