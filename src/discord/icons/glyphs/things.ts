import { circle, ellipse, fill, type Glyph, line } from './glyph.ts';

const PAGES = '#f5ecd6';

function book(cover: string, spine: string, sign: Glyph['parts']): Glyph {
  return {
    parts: [
      fill(cover, 'M18 5H54V59H18C13 59 10 56 10 51V13C10 8 13 5 18 5Z'),
      fill(PAGES, 'M18 48H54V55H18C12 55 12 48 18 48Z'),
      fill(spine, 'M18 5H21V44H18C14 44 12 46 10 50V13C10 8 13 5 18 5Z'),
      ...sign,
    ],
  };
}

const BOOK = book('#b5552f', '#8d3d1f', [fill('#f2d9a2', 'M28 14H47V19H28ZM28 24H42V29H28Z')]);

const ENCHANTED_BOOK = book('#8757de', '#6238b3', [
  fill('#ffe27a', 'M37 8L41 20L52 24.500L41 29L37 41L33 29L22 24.500L33 20Z'),
]);

const POTION: Glyph = {
  parts: [
    fill('#e6f0f7', 'M25 10H39V23C48 26 54 33 54 41C54 52 44 59 32 59C20 59 10 52 10 41C10 33 16 26 25 23Z'),
    fill('#e04fc0', 'M11 38C20 34 25 42 34 39C42 36 47 36 53 38C55 50 45 59 32 59C19 59 9 50 11 38Z'),
    fill('#b98246', 'M23 4H41V13H23Z'),
    fill('#ffa7e8', circle(25, 48, 4)),
    fill('#ffa7e8', circle(37, 46, 2.5)),
  ],
};

const FOOD: Glyph = {
  parts: [
    line('#8a5a2e', 5, 'M32 20C32 14 33 10 36 6'),
    fill(
      '#e5484d',
      'M32 19C24 12 7 15 7 34C7 49 17 59 25 59C28 59 30 57 32 57C34 57 36 59 39 59C47 59 57 49 57 34C57 15 40 12 32 19Z',
    ),
    fill('#c23239', 'M45 15C52 17 57 23 57 34C57 49 47 59 39 59C36 59 34 57 32 57C46 54 53 36 45 15Z'),
    line('#ff9f9a', 5, 'M16 29C17 26 19 24 22 23'),
    fill('#62bd4c', 'M36 14C39 4 49 3 55 5C53 15 45 19 36 14Z'),
  ],
};

const PLANT: Glyph = {
  parts: [
    line('#3c8a3a', 6, 'M32 58V32'),
    fill('#69c653', 'M32 43C13 44 5 33 5 18C23 17 33 27 32 43Z'),
    fill('#46a341', 'M32 35C31 18 41 8 58 6C60 24 50 36 32 35Z'),
    line('#3c8a3a', 3, 'M14 25L27 37'),
    line('#2f7431', 3, 'M49 15L37 29'),
  ],
};

const PAINTING: Glyph = {
  parts: [
    fill('#c98b3f', 'M5 9H59V55H5Z'),
    fill('#8fd6f7', 'M13 17H51V47H13Z'),
    fill('#ffd75a', circle(41, 25, 5)),
    fill('#4fae51', 'M13 47V38L24 25L35 38L41 32L51 42V47Z'),
    fill('#3a8a42', 'M27 47L41 32L51 42V47Z'),
  ],
};

const BOX: Glyph = {
  parts: [
    fill('#c07a35', 'M6 28H58V57H6Z'),
    fill('#dc9a4c', 'M6 28V21C6 13 11 8 18 8H46C53 8 58 13 58 21V28Z'),
    fill('#7b4a1f', 'M6 27H58V31H6Z'),
    fill('#9c5f28', 'M6 50H58V57H6Z'),
    fill('#f1f4f8', 'M26 23H38V38H26Z'),
    fill('#6d788c', 'M30 28H34V34H30Z'),
  ],
};

const MAP: Glyph = {
  parts: [
    fill('#f3dfae', 'M5 15L23 8V50L5 57Z'),
    fill('#dcc286', 'M23 8L41 15V57L23 50Z'),
    fill('#f3dfae', 'M41 15L59 8V50L41 57Z'),
    line('#4d8fd1', 4, 'M12 44C15 36 21 38 25 33C29 28 31 26 36 27'),
    line('#e5484d', 4.5, 'M45 23L53 31M53 23L45 31'),
  ],
};

const BANNER: Glyph = {
  parts: [
    fill('#4373dd', 'M14 12H50V57L32 47L14 57Z'),
    fill('#f4f1ea', 'M14 22H50V34H14Z'),
    line('#a56d36', 7, 'M8 9H56'),
  ],
};

const SPAWN_EGG: Glyph = {
  parts: [
    fill('#f0e6cf', 'M32 4C45 4 55 25 55 38C55 51 45 60 32 60C19 60 9 51 9 38C9 25 19 4 32 4Z'),
    fill('#4fb3a5', circle(25, 23, 5)),
    fill('#4fb3a5', circle(41, 30, 6)),
    fill('#4fb3a5', circle(23, 43, 7)),
    fill('#4fb3a5', circle(40, 49, 4)),
  ],
};

const HEAD: Glyph = {
  parts: [
    fill('#eceff3', 'M32 5C49 5 58 15 58 29C58 36 55 41 49 44V58H15V44C9 41 6 36 6 29C6 15 15 5 32 5Z'),
    fill('#3a404d', ellipse(21, 30, 7, 8)),
    fill('#3a404d', ellipse(43, 30, 7, 8)),
    fill('#3a404d', 'M32 38L36 45H28Z'),
    line('#8d96a5', 3, 'M26 51V57M38 51V57M32 51V57'),
  ],
};

const DISC: Glyph = {
  parts: [
    fill('#586072', circle(32, 32, 27)),
    fill('#7d879b', 'M32 32L9 18A27 27 0 0 1 22 7Z'),
    fill('#7d879b', 'M32 32L55 46A27 27 0 0 1 42 57Z'),
    fill('#2ec4b0', circle(32, 32, 11)),
    fill('#20232b', circle(32, 32, 3)),
  ],
};

const REDSTONE: Glyph = {
  parts: [
    fill('#9a6534', 'M25 30H32V60H25Z'),
    fill('#7d4f27', 'M32 30H39V60H32Z'),
    fill('#f04444', 'M18 5H46V33H18Z'),
    fill('#c52b30', 'M32 5H46V33H32Z'),
    fill('#ffb3a6', 'M26 13H38V25H26Z'),
  ],
};

const LIGHT: Glyph = {
  parts: [
    line('#8e97a6', 4.5, 'M32 14C24 14 25 6 32 6C39 6 40 14 32 14Z'),
    fill('#77818f', 'M20 15H44L48 25H16Z'),
    fill('#ffcf4d', 'M16 24H48V52H16Z'),
    fill('#fff3c2', 'M32 28C39 37 39 46 32 46C25 46 25 37 32 28Z'),
    fill('#77818f', 'M13 52H51V59H13Z'),
    line('#77818f', 4, 'M16 24V52M48 24V52'),
  ],
};

const STATION: Glyph = {
  parts: [
    fill('#8791a2', 'M18 12H60C60 22 52 27 43 28V38L52 47V57H14V47L23 38V28H20C10 28 4 23 4 16H18Z'),
    fill('#b9c2d0', 'M18 12H60C60 15 59 18 57 20H6C5 19 4 17 4 16H18Z'),
    fill('#69727f', 'M14 50H52V57H14Z'),
  ],
};

const TREASURE: Glyph = {
  parts: [
    fill('#ffd34f', 'M32 3L40 24L61 32L40 40L32 61L24 40L3 32L24 24Z'),
    fill('#fff0b5', 'M32 3L40 24L32 32L24 24ZM3 32L24 24L32 32L24 40Z'),
    fill('#e0a22b', 'M61 32L40 40L32 32ZM32 61L24 40L32 32Z'),
    fill('#ffffff', circle(32, 32, 5)),
  ],
};

const TEMPLATE: Glyph = {
  parts: [
    fill('#7f8ea6', 'M14 5H50L56 12V52L50 59H14L8 52V12Z'),
    fill('#5f6d85', 'M32 5H50L56 12V52L50 59H32Z'),
    line('#ffd76a', 4.5, 'M32 14L48 32L32 50L16 32Z'),
    fill('#ffd76a', 'M32 25L38 32L32 39L26 32Z'),
  ],
};

const AUCTION: Glyph = {
  parts: [
    fill('#8a5527', 'M6 53H40V60H6Z'),
    line('#c98641', 8, 'M33 29L57 53'),
    fill('#c98641', 'M12 27L30 9L42 21L24 39Z'),
    fill('#8a5527', 'M9 30L13 26L25 38L21 42Z'),
    fill('#8a5527', 'M29 10L33 6L45 18L41 22Z'),
    line('#e7b173', 3, 'M19 27L29 17'),
  ],
};

const UNKNOWN: Glyph = {
  parts: [
    fill('#a9b2c1', 'M8 8H34L59 33L34 58L8 33Z'),
    fill('#838d9e', 'M59 33L34 58L8 33Z'),
    fill('#20232b', circle(20, 20, 5)),
  ],
};

/** All else that is traded, auctions themselves, and what nothing is known of. */
export const THINGS = {
  book: BOOK,
  enchanted_book: ENCHANTED_BOOK,
  potion: POTION,
  food: FOOD,
  plant: PLANT,
  painting: PAINTING,
  box: BOX,
  map: MAP,
  banner: BANNER,
  spawn_egg: SPAWN_EGG,
  head: HEAD,
  disc: DISC,
  redstone: REDSTONE,
  light: LIGHT,
  station: STATION,
  treasure: TREASURE,
  template: TEMPLATE,
  auction: AUCTION,
  unknown: UNKNOWN,
} satisfies Record<string, Glyph>;
