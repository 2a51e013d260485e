import { circle, cube, ellipse, fill, type Glyph, line } from './glyph.ts';

const BLOCK: Glyph = { parts: cube('#c3cad5', '#949dac', '#6f7887') };

const EARTH: Glyph = {
  parts: [
    ...cube('#7ccb58', '#a3713f', '#7f5530'),
    fill('#5faa42', 'M7 18L32 31V40L26 33L20 34L14 26L7 27Z'),
    fill('#4a8d36', 'M57 18L32 31V40L38 34L44 33L50 25L57 27Z'),
  ],
};

const GLASS: Glyph = {
  parts: [
    ...cube('#e3f7fd', '#a8def0', '#7cc4de'),
    line('#ffffff', 4, 'M14 41L25 30'),
    line('#ffffff', 3, 'M21 45L26 40'),
  ],
};

const ORE: Glyph = {
  parts: [
    ...cube('#b9c0cb', '#8b94a3', '#68707f'),
    fill('#58dbe8', 'M32 10L39 14L32 18L25 14Z'),
    fill('#36bdd4', 'M12 28L19 27L20 36L13 36Z'),
    fill('#36bdd4', 'M22 41L28 42L28 51L22 47Z'),
    fill('#2597b4', 'M45 27L52 27L51 36L44 37Z'),
    fill('#2597b4', 'M37 42L42 40L42 48L37 51Z'),
  ],
};

const WOOD: Glyph = {
  parts: [
    fill('#96622f', 'M16 16H44V48H16C9 48 5 41 5 32C5 23 9 16 16 16Z'),
    fill('#7a4c22', 'M7 40H44V48H16C11 48 8 45 7 40Z'),
    line('#6d431d', 3, 'M14 24H27M19 32H31'),
    fill('#e3b878', ellipse(46, 32, 13, 16)),
    line('#b98545', 3, `${ellipse(46, 32, 7, 9.5)}`),
    fill('#b98545', ellipse(46, 32, 2, 3)),
  ],
  turn: -18,
};

const INGOT: Glyph = {
  parts: [
    fill('#ffe694', 'M15 25L38 15L55 22L33 33Z'),
    fill('#f6bb3f', 'M15 25L33 33L30 52L5 40Z'),
    fill('#d48f26', 'M33 33L55 22L60 37L30 52Z'),
  ],
};

const GEM: Glyph = {
  parts: [
    fill('#8ae4f2', 'M19 11H45L59 27L32 57L5 27Z'),
    fill('#c9f6fb', 'M19 11H45L41 27H23Z'),
    fill('#55cfe5', 'M5 27H23L32 57Z'),
    fill('#36b1cd', 'M23 27H41L32 57Z'),
    fill('#2492b1', 'M41 27H59L32 57Z'),
    fill('#5fd3e8', 'M45 11L59 27H41Z'),
  ],
};

const DROP: Glyph = {
  parts: [
    line('#f3ecdb', 10, 'M20 44L44 20'),
    fill('#f3ecdb', circle(13, 42, 8)),
    fill('#f3ecdb', circle(22, 51, 8)),
    fill('#f3ecdb', circle(42, 13, 8)),
    fill('#f3ecdb', circle(51, 22, 8)),
    line('#cfc4aa', 4, 'M26 45L46 25'),
  ],
};

const CLOTH: Glyph = {
  parts: [
    line('#d9618f', 5, 'M44 50C50 58 56 56 59 52'),
    fill('#ee85ab', circle(31, 31, 25)),
    line(
      '#c94f80',
      3.5,
      'M12 24C22 18 36 24 42 50M9 36C18 32 28 38 31 53M20 12C34 10 48 22 52 42M34 8C44 10 51 18 54 28',
    ),
  ],
};

const DYE: Glyph = {
  parts: [
    fill('#3f8ff0', 'M46 22C53 31 58 37 58 44A12 12 0 0 1 34 44C34 37 39 31 46 22Z'),
    fill('#f7c531', 'M18 22C25 31 30 37 30 44A12 12 0 0 1 6 44C6 37 11 31 18 22Z'),
    fill('#ec4f5c', 'M32 5C41 16 46 23 46 31A14 14 0 0 1 18 31C18 23 23 16 32 5Z'),
    line('#ff9aa0', 4, 'M25 31C25 34 26 36 28 38'),
  ],
};

/** What is dug, made or grown to build and craft with. */
export const MATERIALS = {
  block: BLOCK,
  earth: EARTH,
  glass: GLASS,
  ore: ORE,
  wood: WOOD,
  ingot: INGOT,
  gem: GEM,
  drop: DROP,
  cloth: CLOTH,
  dye: DYE,
} satisfies Record<string, Glyph>;
