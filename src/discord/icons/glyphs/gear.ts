import { circle, ellipse, fill, type Glyph, line } from './glyph.ts';

const STEEL = '#ccd4e0';
const STEEL_SHADE = '#98a3b5';
const GRIP = '#9a6534';

const TOOL: Glyph = {
  parts: [
    line(GRIP, 8, 'M10 54L42 22'),
    fill(STEEL, 'M15 12C28 4 41 7 49 15C57 23 60 36 52 49C51 37 47 30 40.500 23.500C34 17 27 13 15 12Z'),
    fill(STEEL_SHADE, 'M49 15C57 23 60 36 52 49C51 37 47 30 40.500 23.500Z'),
  ],
};

const SWORD: Glyph = {
  parts: [
    fill(STEEL, 'M32 -6L39 4V43H25V4Z'),
    fill(STEEL_SHADE, 'M32 -6L39 4V43H32Z'),
    fill(GRIP, 'M28 48H36V64H28Z'),
    fill('#e3a93a', 'M16 41H48V49H16Z'),
    fill('#e3a93a', circle(32, 66, 5)),
  ],
  turn: 45,
};

const TRIDENT: Glyph = {
  parts: [
    line('#4fb3a5', 6, 'M32 30V68'),
    fill('#2f7f78', 'M28 50H36V56H28Z'),
    line('#4fb3a5', 5.5, 'M18 13V23C18 29 22 31 32 31C42 31 46 29 46 23V13'),
    fill('#4fb3a5', 'M29.500 30V4H34.500V30Z'),
    fill('#b5efe4', 'M32 -9L39 7H25ZM18 4L24 15H12ZM46 4L52 15H40Z'),
    fill('#d9a441', 'M25 28H39V36H25Z'),
  ],
  turn: 45,
};

const BOW: Glyph = {
  parts: [
    line('#e8e6df', 3, 'M11 11L53 53'),
    line('#a86b35', 7, 'M11 11C38 10 54 26 53 53'),
    line('#c9cfda', 5, 'M11 53L47 17'),
    fill(STEEL, 'M58 6L54 23L41 10Z'),
    fill('#ec5a5f', 'M6 49L16 46L18 48L15 58L10 59L11 53L5 54Z'),
  ],
};

const ARMOUR: Glyph = {
  parts: [
    fill(STEEL_SHADE, 'M16 8C8 9 4 15 5 25L15 27L21 12Z'),
    fill('#7c879b', 'M48 8C56 9 60 15 59 25L49 27L43 12Z'),
    fill(STEEL, 'M17 8H24C25 17 39 17 40 8H47L51 27L47 40L50 57H14L17 40L13 27Z'),
    fill(STEEL_SHADE, 'M32 15C36 15 39 13 40 8H47L51 27L47 40L50 57H32Z'),
    line('#6d788c', 3.5, 'M20 30C24 35 29 35 32 31C35 35 40 35 44 30'),
    fill('#e3a93a', 'M16.500 43H47.500L48 49H16Z'),
  ],
};

const ELYTRA: Glyph = {
  parts: [
    fill('#cfc8e6', 'M29 12C20 6 8 8 3 17C2 28 4 40 9 53C12 48 15 46 18 46C20 50 23 53 27 55C30 44 31 30 31 18Z'),
    fill('#a89ecb', 'M35 12C44 6 56 8 61 17C62 28 60 40 55 53C52 48 49 46 46 46C44 50 41 53 37 55C34 44 33 30 33 18Z'),
    line('#9287b8', 3.5, 'M24 17C17 21 13 30 11 41M26 23C22 31 21 37 21 43'),
    line('#776ba3', 3.5, 'M40 17C47 21 51 30 53 41M38 23C42 31 43 37 43 43'),
  ],
};

const BUCKET: Glyph = {
  parts: [
    line('#8e97a6', 4, 'M10 22C13 0 51 0 54 22'),
    fill(STEEL, 'M8 22H56L49 59H15Z'),
    fill(STEEL_SHADE, 'M34 22H56L49 59H34Z'),
    fill('#4ea6f2', ellipse(32, 22, 24, 8)),
    line('#a6d5fb', 3, 'M20 21C24 18 30 18 34 18'),
  ],
};

const INSTRUMENT: Glyph = {
  parts: [
    fill('#d9a441', circle(32, 32, 26)),
    fill('#fbf6e8', circle(32, 32, 19)),
    fill('#e5484d', 'M45 17L36 36L28 28Z'),
    fill('#5b6578', 'M19 47L36 36L28 28Z'),
    fill('#fbf6e8', circle(32, 32, 3)),
  ],
};

const TRANSPORT: Glyph = {
  parts: [
    fill('#5d6675', circle(19, 52, 7)),
    fill('#5d6675', circle(45, 52, 7)),
    fill('#a5afbf', 'M8 22H56L51 50H13Z'),
    fill('#7d8797', 'M34 22H56L51 50H34Z'),
    fill('#dde3ec', 'M4 15H60V24H4Z'),
    fill('#cfd6e1', circle(19, 52, 2.5)),
    fill('#cfd6e1', circle(45, 52, 2.5)),
  ],
};

const FIREWORK: Glyph = {
  parts: [
    line('#b98246', 5, 'M32 48V64'),
    fill('#f4f1ea', 'M22 16H42V50H22Z'),
    fill('#e5484d', 'M22 26L42 16V28L22 38Z'),
    fill('#e5484d', 'M22 46L42 36V48L36 50H22Z'),
    fill('#4b7fe0', 'M32 -7L46 17H18Z'),
  ],
  turn: 40,
};

/** What is worn, carried, fought or travelled with. */
export const GEAR = {
  tool: TOOL,
  sword: SWORD,
  trident: TRIDENT,
  bow: BOW,
  armour: ARMOUR,
  elytra: ELYTRA,
  bucket: BUCKET,
  instrument: INSTRUMENT,
  transport: TRANSPORT,
  firework: FIREWORK,
} satisfies Record<string, Glyph>;
