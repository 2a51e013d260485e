import type { Random } from '../random.ts';
import { type Colour, mix, Picture } from './picture.ts';

/** A subject of paintings: the titles that players give it, and its drawing. */
interface Motif {
  readonly titles: readonly string[];
  draw(picture: Picture, random: Random): void;
}

/** The top and bottom colours of a sky. */
const SKIES: readonly (readonly [Colour, Colour])[] = [
  [0x4a90d9, 0xcfe8f5],
  [0x2b1b52, 0xf08a4b],
  [0x12173a, 0x3d5a9e],
  [0xf3c77a, 0xf7e8cf],
  [0x6a3d7c, 0xf2a7a0],
];
const BRIGHT: readonly Colour[] = [0xd64545, 0xe8a33d, 0x3f8f5b, 0x3a6ea5, 0x8250a8, 0xe8e2d0, 0x2f2f3d, 0xd977a8];
const GREENS: readonly Colour[] = [0x2f6b3a, 0x4c8c4a, 0x7fb069, 0x234d3c, 0x9bbf65];
const SKINS: readonly Colour[] = [0xf1c9a5, 0xc68e64, 0x8d5a3b, 0x6fae5f];

function sky(picture: Picture, [top, bottom]: readonly [Colour, Colour], until = picture.height): void {
  picture.paint((_x, y) => (y < until ? mix(top, bottom, y / Math.max(1, until - 1)) : null));
}

function hills(picture: Picture, random: Random): void {
  const { width, height } = picture;
  sky(picture, random.pick(SKIES));
  picture.disc(random.integer(3, width - 4), height * 0.25, height * 0.12, 0xfff2b0);
  for (let layer = 0; layer < 3; layer += 1) {
    const [phase, wave] = [random.unit() * 7, width / random.integer(2, 4)];
    const base = height * (0.5 + layer * 0.16);
    const colour = mix(0x9fb8c4, random.pick(GREENS), 0.35 + layer * 0.32);
    picture.paint((x, y) => {
      const crest = base + (Math.sin((x / wave) * 3 + phase) * height) / 11;
      return y >= crest ? mix(colour, 0xffffff, y - crest < 1 ? 0.25 : 0) : null;
    });
  }
}

function harbour(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const horizon = Math.round(height * 0.55);
  const colours = random.pick(SKIES);
  sky(picture, colours, horizon);
  const sunX = random.integer(4, width - 5);
  picture.disc(sunX, horizon - 2, height * 0.16, 0xffd27a);
  const sea = mix(colours[0], 0x1f4e6b, 0.5);
  picture.paint((x, y) => {
    if (y < horizon) return null;
    const shines = Math.abs(x - sunX) < 2 + (y - horizon) / 3 && (x + y * 2) % 3 !== 0;
    return shines ? mix(sea, 0xffd27a, 0.75) : mix(sea, 0x0c2236, (y - horizon) / height);
  });
  for (let boats = width > 16 ? 2 : 1; boats > 0; boats -= 1) {
    const [x, y] = [random.integer(2, width - 6), random.integer(horizon, height - 4)];
    const sail = random.pick([0xffffff, 0xf0d9b5, 0xd64545]);
    for (let row = 0; row < 5; row += 1) picture.box(x + 2, y - 5 + row, Math.ceil((row + 1) / 2), 1, sail);
    picture.box(x, y, 5, 1, 0x5b3a29);
    picture.box(x + 1, y + 1, 3, 1, 0x44291c);
  }
}

function skyline(picture: Picture, random: Random): void {
  const { width, height } = picture;
  sky(picture, [0x0b1030, 0x2c3a6b]);
  for (let stars = width; stars > 0; stars -= 1)
    picture.dot(random.integer(0, width), random.integer(0, height / 2), 0xdfe6ff);
  picture.disc(width * 0.75, height * 0.2, Math.min(width, height) * 0.13, 0xf6f1d5);
  for (let x = 0; x < width; ) {
    const [wide, tall] = [random.integer(3, 5), Math.round(height * (0.25 + random.unit() * 0.45))];
    const wall = random.pick([0x1b2138, 0x26304f, 0x141a2c]);
    picture.box(x, height - tall, wide, tall, wall);
    for (let y = height - tall + 1; y < height - 1; y += 2)
      for (let window = x + 1; window < x + wide - 1; window += 1)
        if (random.chance(0.55)) picture.dot(window, y, random.pick([0xffd97a, 0xffb65c, 0x8fd3ff]));
    x += wide;
  }
}

function creature(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const [back, body] = [random.pick(BRIGHT), random.pick(BRIGHT)];
  const coat = back === body ? mix(body, 0xffffff, 0.6) : body;
  picture.paint((x, y) => mix(back, 0xffffff, (x + y) % 4 === 0 ? 0.55 : 0.45));
  const [half, tall] = [Math.floor(Math.min(width, height) * 0.36), Math.floor(height * 0.7)];
  const [middle, top] = [width / 2, Math.floor((height - tall) / 2)];
  for (let y = 0; y < tall; y += 1) {
    const reach = Math.max(2, Math.round(half * Math.sin(((y + 2) / (tall + 2)) * Math.PI) + random.integer(-1, 1)));
    for (let x = 0; x < reach; x += 1) {
      const colour = x === reach - 1 ? mix(coat, 0x000000, 0.6) : mix(coat, 0xffffff, x < reach / 3 ? 0.15 : 0);
      picture.dot(middle + x, top + y, colour);
      picture.dot(middle - 1 - x, top + y, colour);
    }
  }
  const eyes = top + Math.floor(tall * 0.38);
  const eye = Math.max(1, Math.floor(half / 4));
  picture.box(Math.floor(middle) + 1, eyes, eye + 1, eye + 1, 0xffffff);
  picture.box(Math.floor(middle) - 2 - eye, eyes, eye + 1, eye + 1, 0xffffff);
  picture.box(Math.floor(middle) + 1, eyes + eye, eye, 1, 0x111111);
  picture.box(Math.floor(middle) - 1 - eye, eyes + eye, eye, 1, 0x111111);
  picture.box(Math.floor(middle) - 1, top + Math.floor(tall * 0.7), 3, 1, 0x3a1420);
}

function flag(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const colours = [random.pick(BRIGHT), random.pick(BRIGHT), random.pick(BRIGHT)] as const;
  const isUpright = random.chance(0.5);
  picture.paint((x, y) => {
    const along = isUpright ? x / width : y / height;
    const stripe = colours[Math.min(2, Math.floor(along * 3))] ?? colours[0];
    return mix(stripe, 0x000000, 0.1 + Math.sin((x + y / 3) / 2.5) * 0.1);
  });
  const radius = Math.min(width, height) * 0.22;
  picture.disc(width / 2 - 0.5, height / 2 - 0.5, radius, 0xf5d76e);
  picture.disc(width / 2 - 0.5 + radius / 2, height / 2 - 0.5, radius * 0.8, colours[1]);
}

function quilt(picture: Picture, random: Random): void {
  const patch = random.pick([2, 4]);
  const colours = Array.from({ length: 4 }, () => random.pick(BRIGHT));
  picture.paint((x, y) => {
    const [column, row] = [Math.floor(x / patch), Math.floor(y / patch)];
    const colour = colours[(column * row + column + row) % colours.length] ?? 0;
    const isSeam = patch > 2 && (x % patch === 0 || y % patch === 0);
    return mix(colour, isSeam ? 0xffffff : 0x000000, isSeam ? 0.35 : 0);
  });
}

function portrait(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const [skin, hair, coat] = [
    random.pick(SKINS),
    random.pick([0x3a2418, 0x8a5a2b, 0xd8b04c, 0x22222a]),
    random.pick(BRIGHT),
  ];
  const back = random.pick(BRIGHT);
  picture.paint((_x, y) => mix(mix(back, 0x000000, 0.25), 0x000000, (y / height) * 0.5));
  const face = Math.round(Math.min(width, height) * 0.5);
  const [left, top] = [Math.round((width - face) / 2), Math.round(height / 2 - face * 0.6)];
  picture.box(left - face / 4, top + face, face * 1.5, height, coat);
  picture.box(left + face / 3, top + face - 1, face / 3, 3, mix(skin, 0x000000, 0.2));
  picture.box(left, top, face, face, skin);
  picture.box(left - 1, top - 2, face + 2, Math.ceil(face / 4) + 1, hair);
  if (random.chance(0.5)) {
    picture.box(left - 1, top, 2, face, hair);
    picture.box(left + face - 1, top, 2, face, hair);
  }
  const unit = Math.max(1, Math.round(face / 8));
  for (const x of [left + unit * 1.5, left + face - unit * 3]) {
    picture.box(Math.round(x), top + Math.round(face * 0.42), unit * 2, unit, 0xffffff);
    picture.box(Math.round(x) + (unit > 1 ? 1 : 0), top + Math.round(face * 0.42), unit, unit, 0x2b3f6b);
  }
  picture.box(Math.round(left + face * 0.35), top + Math.round(face * 0.75), Math.round(face * 0.3), unit, 0x9c3b3b);
}

function flower(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const wall = random.pick([0xf2e6cf, 0xcfe0e8, 0xe9d3dd]);
  picture.paint((x, y) => (y > height * 0.82 ? 0x7a5230 : mix(wall, 0x000000, x / width / 8)));
  const middle = Math.floor(width / 2);
  const pot = Math.max(4, Math.round(width * 0.3));
  for (let row = 0; row < pot; row += 1)
    picture.box(
      middle - pot / 2 + row / 4,
      height * 0.9 - pot + row,
      pot - row / 2,
      1,
      mix(0xc4633a, 0x000000, row / pot / 3),
    );
  for (let stem = 0; stem < 3; stem += 1) {
    const lean = (stem - 1) * random.integer(1, Math.max(1, Math.floor(width / 6)));
    const tall = Math.round(height * (0.35 + random.unit() * 0.2));
    const foot = height * 0.9 - pot - 1;
    for (let step = 0; step < tall; step += 1) picture.dot(middle + (lean * step) / tall, foot - step, 0x3f7d3a);
    const petals = random.pick(BRIGHT.slice(0, 5));
    picture.disc(middle + lean, foot - tall, Math.max(1.5, width / 10), petals);
    picture.dot(middle + lean, foot - tall, 0xffe08a);
  }
}

function lantern(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const glow = random.pick([0xffb347, 0x7fe0d4, 0xff7f6b]);
  const [middle, centre] = [(width - 1) / 2, height * 0.5];
  picture.paint((x, y) =>
    mix(glow, 0x10121f, Math.hypot(x - middle, (y - centre) * 0.8) / (Math.min(width, height) * 0.75)),
  );
  const wide = Math.max(4, Math.round(width * 0.3));
  const [left, top] = [Math.round(middle - wide / 2), Math.round(centre - wide * 0.7)];
  for (let y = 0; y < top - 1; y += 2) picture.box(Math.round(middle), y, 1, 1, 0x55576a);
  picture.box(left, top, wide, Math.round(wide * 1.4), 0x2a2b38);
  picture.box(left + 1, top + 1, wide - 2, Math.round(wide * 1.4) - 2, mix(glow, 0xffffff, 0.55));
  picture.box(left - 1, top - 1, wide + 2, 1, 0x3a3c4d);
}

function forest(picture: Picture, random: Random): void {
  const { width, height } = picture;
  sky(picture, random.pick(SKIES), Math.round(height * 0.8));
  picture.paint((x, y) => (y >= height * 0.8 ? mix(0xeaf2f7, 0xb9cddd, ((x * 7 + y * 3) % 5) / 5) : null));
  for (let x = -1; x < width + 2; x += random.integer(3, 5)) {
    const tall = Math.round(height * (0.35 + random.unit() * 0.4));
    const foot = Math.round(height * (0.78 + random.unit() * 0.15));
    const colour = random.pick(GREENS);
    for (let row = 0; row < tall; row += 1) {
      const reach = Math.floor(((row % 5) + row / 4) / 2.2);
      picture.box(x - reach, foot - tall + row, reach * 2 + 1, 1, mix(colour, 0xffffff, row % 5 === 0 ? 0.7 : 0));
    }
    picture.box(x, foot, 1, 2, 0x4a3222);
  }
}

function fruit(picture: Picture, random: Random): void {
  const { width, height } = picture;
  const cloth = random.pick(BRIGHT);
  picture.paint((x, y) => (y < height * 0.6 ? mix(0x3a2c2a, 0x6b4d3f, x / width) : mix(cloth, 0xffffff, 0.35)));
  const radius = Math.min(width, height) * 0.17;
  for (let at = 0; at < 4; at += 1) {
    const [x, y] = [width * (0.26 + at * 0.16), height * 0.62 - (at % 2) * radius];
    const skin = random.pick([0xd64545, 0xe8a33d, 0x7fa84a, 0x7a4a9c]);
    picture.disc(x, y, radius, mix(skin, 0x000000, 0.25));
    picture.disc(x - radius * 0.15, y - radius * 0.15, radius * 0.8, skin);
    picture.dot(x - radius * 0.4, y - radius * 0.4, 0xffffff);
    picture.dot(x, y - radius - 0.6, 0x4a3222);
  }
  picture.box(Math.round(width * 0.14), Math.round(height * 0.75), Math.round(width * 0.72), 2, 0xe8e2d0);
}

/** The subjects that the market's painters choose from. */
export const MOTIFS: readonly Motif[] = [
  {
    titles: ['Two Hills', 'Morning on the Downs', 'The Long Valley', 'Where the Goats Went', 'Grünes Tal'],
    draw: hills,
  },
  { titles: ['Harbour at Dusk', 'Two Boats', 'Ferry to Nowhere', 'Low Tide', 'Last Light, East Pier'], draw: harbour },
  { titles: ['Night Shift', 'The City Sleeps', 'Tower Row', 'Lights On', 'Downtown, 3 am'], draw: skyline },
  { titles: ['My Pet Imp', 'Moss Beast', 'It Followed Me Home', 'Grumble', 'Do Not Feed'], draw: creature },
  {
    titles: ['Banner of the North', 'Moon Guild Flag', 'House Colours', 'Flag No. 7', 'For the Castle Gate'],
    draw: flag,
  },
  {
    titles: ['Grandmother’s Quilt', 'Patchwork', 'Study in Squares', 'Floor Pattern B', 'Carpet for the Hall'],
    draw: quilt,
  },
  {
    titles: ['Self-Portrait', 'The Baker', 'Lady with a Scarf', 'Captain of the Ferry', 'Nobody You Know'],
    draw: portrait,
  },
  { titles: ['Three Flowers', 'Window Sill', 'Spring, finally', 'For Mum', 'Pot Plant (do not water)'], draw: flower },
  { titles: ['Lantern', 'Light in the Mine', 'Waiting Up', 'Warm Glow', '夜の灯'], draw: lantern },
  { titles: ['Snow in the Pines', 'Quiet Forest', 'First Winter', 'Road to Spawn', 'Taiga Walk'], draw: forest },
  { titles: ['Still Life with Apples', 'Breakfast', 'Market Day', 'Four Fruits', 'Lunch at the Inn'], draw: fruit },
];

/** Returns the pixels of a motif, ARGB row by row. */
export function drawMotif(motif: Motif, width: number, height: number, random: Random): Int32Array {
  const picture = new Picture(width, height);
  motif.draw(picture, random);
  return picture.pixels;
}
