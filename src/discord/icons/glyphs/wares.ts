import { circle, cube, ellipse, fill, type Glyph, line } from './glyph.ts';

function block(top: string, left: string, right: string, ...marks: Glyph['parts']): Glyph {
  return { parts: [...cube(top, left, right), ...marks] };
}

/** A block of ingots or gems: its rims stand out. */
function framed(top: string, left: string, right: string, rim: string): Glyph {
  return block(
    top,
    left,
    right,
    line(rim, 2.5, 'M32 11L45 18L32 25L19 18Z'),
    line(rim, 2.5, 'M12 27L27 35V50L12 42Z'),
    line(rim, 2.5, 'M52 27L37 35V50L52 42Z'),
  );
}

function ingot(top: string, left: string, right: string): Glyph {
  return {
    parts: [
      fill(top, 'M15 25L38 15L55 22L33 33Z'),
      fill(left, 'M15 25L33 33L30 52L5 40Z'),
      fill(right, 'M33 33L55 22L60 37L30 52Z'),
    ],
  };
}

const IRON = ingot('#f6f8fb', '#d2d8e2', '#a3acbb');
const COPPER = ingot('#ffc6a4', '#e0835a', '#b35f3c');
const NETHERITE = ingot('#756b76', '#51494f', '#393338');

const EMERALD: Glyph = {
  parts: [
    fill('#4fd67f', 'M22 5H42L54 20V44L42 59H22L10 44V20Z'),
    fill('#a6f3bf', 'M22 5H42L36 18H28Z'),
    fill('#2fb263', 'M42 5L54 20V44L42 59L36 46V18Z'),
    fill('#1f8a4a', 'M22 59H42L36 46H28Z'),
  ],
};

const IRON_BLOCK = framed('#f4f6fa', '#ccd3dd', '#a2abb9', '#ffffff');
const GOLD_BLOCK = framed('#ffe694', '#f6bb3f', '#d48f26', '#fff5cf');
const DIAMOND_BLOCK = framed('#a9f1f8', '#55cfe5', '#2c9fbd', '#e3fcff');
const EMERALD_BLOCK = framed('#8cf0ae', '#3fc774', '#239a53', '#d9fde6');
const COPPER_BLOCK = framed('#f6b08c', '#d0764f', '#a8593a', '#ffd9c4');
const NETHERITE_BLOCK = framed('#6b616a', '#4a4248', '#352f34', '#8d828b');
const QUARTZ_BLOCK = block('#ffffff', '#ebe5dc', '#cdc4b7', line('#d9d1c6', 2.5, 'M12 35L32 45L52 35'));
const SAND = block(
  '#f7e9b8',
  '#e3cf92',
  '#c6af70',
  fill('#cbb678', 'M14 29H18V33H14ZM24 41H28V45H24ZM40 35H44V39H40ZM49 27H53V31H49Z'),
);
const DIRT = block(
  '#b07d4b',
  '#93643a',
  '#744c2a',
  fill('#6a4527', 'M13 29H18V34H13ZM22 42H27V47H22ZM40 33H45V38H40Z'),
  fill('#c79763', 'M25 16H31V19H25ZM38 20H43V23H38ZM49 40H53V44H49Z'),
);
const NETHERRACK = block(
  '#b04d4d',
  '#8a3537',
  '#6a2729',
  fill('#5c2023', 'M12 30L20 32V37L12 35ZM20 43L28 46V50L20 47Z'),
  fill('#d07a75', 'M23 17L31 20L28 22L20 19ZM39 36L46 32V36L39 40Z'),
);
const COBBLESTONE = block(
  '#b5bbc5',
  '#8d95a2',
  '#6a7280',
  line(
    '#5b626e',
    2.5,
    'M19 12L32 18L45 12M32 18V24M7 32L19 37L32 44M19 24V37M25 41V55M57 31L44 38L32 45M45 25V37M39 41V55',
  ),
);
const SLIME_BLOCK = block(
  '#b9eea0',
  '#82cf6b',
  '#62b04f',
  fill('#4c9440', 'M21 31L32 37V49L21 43Z'),
  fill('#3c7c33', 'M43 31L32 37V49L43 43Z'),
  fill('#69bd55', 'M21 31L32 25L43 31L32 37Z'),
);
const TNT = block(
  '#e7d9c3',
  '#e04b3c',
  '#b8372c',
  fill('#f4efe6', 'M7 29L32 42V49L7 36Z'),
  fill('#d5cdbf', 'M57 29L32 42V49L57 36Z'),
  line('#3a3a3a', 3, 'M32 17C33 12 36 9 40 8'),
);

const SLIME_BALL: Glyph = {
  parts: [
    fill('#86d56c', 'M32 8C46 6 57 18 57 32C58 47 47 57 33 57C18 58 7 47 7 33C7 19 17 9 32 8Z'),
    fill('#5fb34b', 'M55 24C58 43 47 57 33 57C22 58 13 52 9 43C24 52 46 45 55 24Z'),
    fill('#d3f7c2', 'M18 21C22 15 29 13 34 15C30 17 23 22 21 29C17 28 16 25 18 21Z'),
  ],
};

const ENDER_PEARL: Glyph = {
  parts: [
    fill('#1f8f86', circle(32, 32, 26)),
    fill('#0f5f5e', 'M57 25C61 44 47 58 32 58C21 58 12 52 8 43C26 52 50 46 57 25Z'),
    fill('#0b4347', 'M22 26L32 20L42 26V38L32 44L22 38Z'),
    fill('#9ff0dc', 'M15 22C18 15 24 11 31 11C26 15 20 20 19 27C16 27 14 25 15 22Z'),
  ],
};

const TOTEM: Glyph = {
  parts: [
    fill('#e9b53d', 'M19 4H45V27H56V35L45 39V47L39 60H25L19 47V39L8 35V27H19Z'),
    fill('#c48d22', 'M32 4H45V27H56V35L45 39V47L39 60H32Z'),
    fill('#fbe28d', 'M19 4H45V11H19Z'),
    fill('#2f9e63', 'M22 16H29V22H22ZM35 16H42V22H35Z'),
    fill('#7a5313', 'M25 27H39V31H25Z'),
    fill('#2f9e63', 'M28 40H36V50H28Z'),
  ],
};

const BELL: Glyph = {
  parts: [
    line('#8a5a2e', 6, 'M10 7H54'),
    fill('#f3c34b', 'M26 9H38V15C46 18 49 25 49 34L55 48H9L15 34C15 25 18 18 26 15Z'),
    fill('#d0992a', 'M32 9H38V15C46 18 49 25 49 34L55 48H32Z'),
    fill('#ffe9a8', 'M23 22C20 26 20 31 20 36H25C24 30 25 26 28 22Z'),
    fill('#a8741c', 'M26 49H38V53C38 61 26 61 26 53Z'),
  ],
};

const BEACON: Glyph = {
  parts: [
    fill('#d5f3fb', 'M8 8H56V48H8Z'),
    fill('#a3dbee', 'M32 8H56V48H32Z'),
    fill('#ffffff', 'M15 13H21V19H15Z'),
    fill('#3fc8c0', 'M19 21H45V46H19Z'),
    fill('#c6fff4', 'M26 27H38V40H26Z'),
    fill('#3b3152', 'M8 47H56V59H8Z'),
    fill('#56487a', 'M8 47H32V52H8Z'),
  ],
};

const NETHER_STAR: Glyph = {
  parts: [
    fill('#e8eef7', 'M32 2L39 25L62 32L39 39L32 62L25 39L2 32L25 25Z'),
    fill('#ffffff', 'M32 2L39 25L32 32L25 25ZM2 32L25 25L32 32L25 39Z'),
    fill('#b4c2da', 'M62 32L39 39L32 32ZM32 62L25 39L32 32Z'),
    fill('#f7f0b8', circle(32, 32, 7)),
  ],
};

const CONDUIT: Glyph = {
  parts: [
    fill('#c9a875', 'M8 16L32 4L56 16V48L32 60L8 48Z'),
    fill('#a58455', 'M32 30L56 16V48L32 60Z'),
    fill('#e4cb9d', 'M8 16L32 4L56 16L32 30Z'),
    line('#7a5d38', 3, 'M8 32L20 39M56 32L44 39M32 4V13M32 60V51'),
    fill('#5a4327', circle(32, 33, 17)),
    fill('#f4f7f8', ellipse(32, 33, 13, 10)),
    fill('#2fa8c4', circle(32, 33, 7.5)),
    fill('#123c4d', circle(32, 33, 3.5)),
    fill('#ffffff', circle(29, 30, 2)),
  ],
};

const HOPPER: Glyph = {
  parts: [
    fill('#6d7686', 'M4 8H60V26L48 40V47H38V60H26V47H16V40L4 26Z'),
    fill('#4d5563', 'M32 8H60V26L48 40V47H38V60H32Z'),
    fill('#30353f', ellipse(32, 13, 22, 5)),
    line('#8f99aa', 3, 'M6 26H58'),
  ],
};

const CARROT: Glyph = {
  parts: [
    line('#4fae51', 5, 'M42 20C44 12 48 8 54 5M44 22C50 16 56 15 60 17'),
    fill('#f5c13f', 'M36 14C45 12 53 20 51 29C49 38 22 58 7 59C4 44 26 17 36 14Z'),
    fill('#d79a22', 'M51 29C49 38 22 58 7 59C20 52 41 36 47 19C50 22 52 25 51 29Z'),
    line('#b87a15', 3, 'M29 25L36 31M21 36L27 41M37 40L41 44'),
  ],
};

const BREAD: Glyph = {
  parts: [
    fill('#d99a4a', 'M6 46C0 38 8 26 20 20C34 11 50 6 57 13C63 22 54 36 42 44C28 53 13 55 6 46Z'),
    fill('#b5742c', 'M57 13C63 22 54 36 42 44C28 53 13 55 6 46C20 48 52 32 57 13Z'),
    line('#f3cd8b', 4, 'M16 29L22 37M28 21L34 30M41 15L46 23'),
  ],
};

const INK_SAC: Glyph = {
  parts: [
    fill('#3a4256', 'M24 6H40L37 18C50 22 57 31 57 41C57 53 46 60 32 60C18 60 7 53 7 41C7 31 14 22 27 18Z'),
    fill('#262c3a', 'M44 22C53 26 57 33 57 41C57 53 46 60 32 60C24 60 17 58 12 53C32 56 48 42 44 22Z'),
    fill('#7a869f', ellipse(22, 34, 6, 8)),
    line('#5a6580', 3, 'M25 18H39'),
  ],
};

const EXPERIENCE: Glyph = {
  parts: [
    fill('#e6f0f7', 'M25 10H39V23C48 26 54 33 54 41C54 52 44 59 32 59C20 59 10 52 10 41C10 33 16 26 25 23Z'),
    fill('#b7e04a', 'M11 36C20 32 25 40 34 37C42 34 47 34 53 36C56 50 45 59 32 59C19 59 8 50 11 36Z'),
    fill('#b98246', 'M23 4H41V13H23Z'),
    fill('#f4ffc4', circle(24, 47, 4)),
    fill('#f4ffc4', circle(37, 44, 3)),
  ],
};

const SHULKER_BOX: Glyph = {
  parts: [
    fill('#a678a8', 'M6 8H58V36H46V31H36V36H28V31H18V36H6Z'),
    fill('#8b5f8d', 'M32 8H58V36H46V31H36V36H32Z'),
    fill('#7b5280', 'M6 38H18V34H28V38H36V34H46V38H58V58H6Z'),
    fill('#623f67', 'M32 38H36V34H46V38H58V58H32Z'),
    line('#c9a3ca', 3, 'M12 14H52'),
  ],
};

const POWDER: Glyph = {
  parts: [
    fill('#8c929d', 'M4 52C10 40 19 30 31 24C42 28 54 40 60 52C50 60 14 60 4 52Z'),
    fill('#6b717c', 'M31 24C42 28 54 40 60 52C52 59 40 59 32 58C40 48 40 34 31 24Z'),
    fill('#3f444d', 'M20 43H25V48H20ZM33 37H38V42H33ZM42 47H47V52H42Z'),
    fill('#c5cad2', 'M27 32H31V36H27ZM14 49H18V53H14ZM32 50H36V54H32Z'),
  ],
};

const DUST: Glyph = {
  parts: [
    fill('#e23a35', 'M4 52C10 40 19 30 31 24C42 28 54 40 60 52C50 60 14 60 4 52Z'),
    fill('#b0201f', 'M31 24C42 28 54 40 60 52C52 59 40 59 32 58C40 48 40 34 31 24Z'),
    fill('#ff9a8a', 'M27 32H31V36H27ZM14 49H18V53H14ZM32 50H36V54H32Z'),
    fill('#7c1416', 'M20 43H25V48H20ZM33 37H38V42H33ZM42 47H47V52H42Z'),
  ],
};

/** Single wares that players trade most, and that a picture of their kind would misrepresent. */
export const WARES = {
  iron: IRON,
  copper: COPPER,
  netherite: NETHERITE,
  emerald: EMERALD,
  iron_block: IRON_BLOCK,
  gold_block: GOLD_BLOCK,
  diamond_block: DIAMOND_BLOCK,
  emerald_block: EMERALD_BLOCK,
  copper_block: COPPER_BLOCK,
  netherite_cube: NETHERITE_BLOCK,
  quartz_block: QUARTZ_BLOCK,
  sand: SAND,
  dirt: DIRT,
  netherrack: NETHERRACK,
  cobblestone: COBBLESTONE,
  slime_block: SLIME_BLOCK,
  slime_ball: SLIME_BALL,
  tnt: TNT,
  pearl: ENDER_PEARL,
  totem: TOTEM,
  bell: BELL,
  beacon: BEACON,
  nether_star: NETHER_STAR,
  conduit: CONDUIT,
  hopper: HOPPER,
  carrot: CARROT,
  bread: BREAD,
  ink: INK_SAC,
  experience: EXPERIENCE,
  shulker_box: SHULKER_BOX,
  powder: POWDER,
  dust: DUST,
} satisfies Record<string, Glyph>;
