import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Landmark } from '../../src/market/places/landmark.ts';
import { LandmarkIndex } from '../../src/market/places/landmark-index.ts';
import { decodeText } from '../../src/places/decode-text.ts';
import { MOST_LANDMARKS, readCsvEntries, takeLandmarks } from '../../src/places/read-landmarks.ts';
import { readMarkers } from '../../src/places/read-markers.ts';
import { propertyRuns } from '../property-runs.ts';

const fromCsv = (text: string) => takeLandmarks(readCsvEntries(text));
const fromJson = (json: unknown, world: string | null = null) => takeLandmarks(readMarkers(json, world));
const landmark = (name: string, x: number, z: number, world: string | null = null): Landmark => ({ name, x, z, world });

const ALL_TAKEN = { invalid: 0, repeated: 0, beyond: 0 };

describe('a CSV file', () => {
  test.each([
    ['without a heading', 'Spawn,0,0\nPort,-12,7,world_nether\n'],
    ['with a heading in another order', 'world,z,y,x,Name\r\n,0,64,0,Spawn\r\nworld_nether,7,64,-12,Port'],
    ['with semicolons and decimal commas', 'Name;X;Z;World\nSpawn;0,4;0,9;\nPort;-11,5;7;world_nether'],
    ['with tabs', 'name\tx\tz\tworld\nSpawn\t0\t0\t\n\nPort\t-12\t7\tworld_nether'],
    ['with a separator for Excel', 'sep=;\r\nworld;z;x;name\r\n;0,4;0;Spawn\r\nworld_nether;7;-12;Port\r\n'],
    ['with a quoted separator for Excel', '"SEP=\t"\nz\tx\tname\tworld\n0\t0\tSpawn\n7\t-12\tPort\tworld_nether'],
    ['with quotes', '"name","x","z","world"\n"Spawn","0","0",""\n"Port","-12","7","world_nether"'],
  ])('%s is read', (_, text) => {
    const landmarks = [landmark('Spawn', 0, 0), landmark('Port', -12, 7, 'world_nether')];
    expect(fromCsv(text)).toEqual({ landmarks, ...ALL_TAKEN });
  });

  test('a quoted cell holds separators, quotes and line ends', () => {
    expect(fromCsv('"Ada, ""the"" port\nof call",1,2').landmarks).toEqual([landmark('Ada, "the" port of call', 1, 2)]);
  });

  test('formulas and markup are names like any other', () => {
    const names = [
      '=HYPERLINK("https://evil.example")',
      '+1',
      '@everyone',
      '**[x](https://evil.example)**',
      '<b>b</b>',
    ];
    const text = names.map((name) => `"${name.replaceAll('"', '""')}",1,2`).join('\n');
    expect(fromCsv(text).landmarks.map(({ name }) => name)).toEqual(names);
  });

  test('any table that is written by the rules is read back', () => {
    const anyName = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'aé "\n;,\t=-') });
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 8 }), fc.constantFrom(',', ';', '\t'), (names, separator) => {
        const rows = names.map((name, at) => [`x${name}x`, String(at), '7', '']);
        const quoted = [['name', 'x', 'z', 'world'], ...rows].map((row) =>
          row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator),
        );
        const expected = rows.map(([name = '', x]) => landmark(name.replace(/\s+/g, ' '), Number(x), 7));
        expect(fromCsv(quoted.join('\r\n')).landmarks).toEqual(expected);
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});

test.each([
  ['UTF-8', Buffer.from('Café', 'utf8')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFCafé', 'utf8')],
  ['Latin-1', Buffer.from('Café', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFCafé', 'utf16le')],
])('a text in %s is decoded', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Café');
});

describe('the markers of a web map', () => {
  test('BlueMap: points of interest and HTML, without lines and shapes', () => {
    const position = { x: 10.9, y: 64, z: -0.5 };
    const markers = {
      spawn: { type: 'poi', label: 'Spawn &amp; <b>Market</b>', position, detail: 'x', icon: 'assets/poi.svg' },
      note: { type: 'html', label: 'Note', position, html: '<div>' },
      road: { type: 'line', label: 'Road', position, line: [position, position] },
      claim: { type: 'shape', label: 'Claim', position, shape: [{ x: 1, z: 2 }] },
    };
    expect(fromJson({ set: { label: 'Places', toggleable: true, sorting: 0, markers } }, 'overworld')).toEqual({
      landmarks: [landmark('Spawn & Market', 10, -1, 'overworld'), landmark('Note', 10, -1, 'overworld')],
      ...ALL_TAKEN,
    });
  });

  test('Dynmap: markers, without areas, lines and circles', () => {
    const set = {
      label: 'Markers',
      markers: { way: { label: 'Way <i>1</i>', x: 1, y: 2, z: 3, icon: 'world', dim: '16x16', markup: true } },
      areas: { a: { label: 'Area', x: [1, 2], z: [3, 4], ytop: 64 } },
      lines: { l: { label: 'Line', x: [1, 2], y: [1, 2], z: [3, 4] } },
      circles: { c: { label: 'Circle', x: 1, y: 2, z: 3, xr: 5, zr: 5 } },
    };
    expect(fromJson({ sets: { markers: set }, timestamp: 1 }, 'world').landmarks).toEqual([
      landmark('Way 1', 1, 3, 'world'),
    ]);
  });

  test('squaremap: icons, without circles and polygons', () => {
    const layer = {
      ...{ id: 'squaremap-spawn_icon', name: 'Spawn', hide: false, order: 0 },
      markers: [
        { type: 'icon', point: { x: 4, z: 5 }, size: { x: 16, z: 16 }, tooltip: '<center>Spawn</center>' },
        { type: 'circle', center: { x: 4, z: 5 }, radius: 3, tooltip: 'Circle' },
        { type: 'polygon', points: [[{ x: 4, z: 5 }]], tooltip: 'Polygon' },
      ],
    };
    expect(fromJson([layer]).landmarks).toEqual([landmark('Spawn', 4, 5)]);
  });

  test('Pl3xMap: icons with their tooltips', () => {
    const icon = {
      type: 'icon',
      data: { key: 'k', point: { x: 4, z: 5 } },
      options: { tooltip: { content: 'Spawn' } },
    };
    const line = { type: 'line', data: { points: [{ x: 4, z: 5 }] }, options: { tooltip: { content: 'Line' } } };
    expect(fromJson([icon, line]).landmarks).toEqual([landmark('Spawn', 4, 5)]);
  });

  test.each([
    ['squaremap', (tooltip: string) => ({ type: 'icon', point: { x: 4, z: 5 }, tooltip })],
    ['squaremap without a tooltip', (popup: string) => ({ type: 'icon', point: { x: 4, z: 5 }, popup })],
    ['BlueMap', (label: string) => ({ type: 'html', position: { x: 4, y: 64, z: 5 }, label })],
    [
      'Pl3xMap',
      (content: string) => ({ type: 'icon', data: { point: { x: 4, z: 5 } }, options: { tooltip: { content } } }),
    ],
  ])('%s: a name is the first line of its HTML', (_, markerOf) => {
    const html =
      "<div style='padding: 12px'> <h3 style='margin: 0'>Ada&#39;s &#x26; Bob&#64;s <b>Market</b></h3>" +
      '<table><tr><td>Owner:</td><td>Ada</td></tr><tr><td>Created:</td><td>2025-01-01</td></tr></table></div>';
    expect(fromJson([markerOf(html)]).landmarks).toEqual([landmark("Ada's & Bob@s Market", 4, 5)]);
    expect(fromJson([markerOf('Port<br/>open at night')]).landmarks).toEqual([landmark('Port', 4, 5)]);
    expect(fromJson([markerOf('1 < 2 &#9999999; &unknown;')]).landmarks).toEqual([
      landmark('1 < 2 &#9999999; &unknown;', 4, 5),
    ]);
  });

  test.each(['Players', 'Offline', 'Offline Players', 'squaremap-players'])('the set %s is left out', (name) => {
    const markers = { ada: { type: 'poi', label: 'Ada', position: { x: 1, y: 2, z: 3 } } };
    expect(fromJson({ set: { label: name, markers } }).landmarks).toEqual([]);
    expect(fromJson([{ id: name, markers: Object.values(markers) }]).landmarks).toEqual([]);
    expect(fromJson({ set: { label: 'Player Warps', markers } }).landmarks).toEqual([landmark('Ada', 1, 3)]);
  });

  test('a name without visible text gives way to the next', () => {
    expect(fromJson([{ label: '<b>\u200b</b>', tooltip: 'Spawn', x: 1, z: 2 }]).landmarks).toEqual([
      landmark('Spawn', 1, 2),
    ]);
  });

  test('a list of landmarks, with coordinates as numbers or texts', () => {
    const list = [
      { name: 'Spawn', x: 1, z: '2' },
      { name: 'Port', x: '-3', y: 4, z: 5, world: 'world_nether' },
    ];
    const landmarks = [landmark('Spawn', 1, 2), landmark('Port', -3, 5, 'world_nether')];
    expect(fromJson(list)).toEqual({ landmarks, ...ALL_TAKEN });
    expect(fromJson({ landmarks: list }).landmarks).toEqual(landmarks);
  });

  test('any JSON is read without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (json) => {
        expect(fromJson(json).landmarks.every(({ x, z }) => Number.isInteger(x) && Number.isInteger(z))).toBe(true);
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});

test('blanks in worlds and names do not make two landmarks one', () => {
  const rows = [landmark('b c', 1, 2, 'a'), landmark('c', 1, 2, 'a b')];
  expect(fromJson(rows)).toEqual({ landmarks: rows, ...ALL_TAKEN });
});

test.each(['overworld', 'the_nether', 'the_end'])('a landmark in minecraft:%s is near a shop there', (name) => {
  const world = `minecraft:${name}`;
  const { landmarks } = fromCsv(`Gate,1,2,${world}`);
  expect(new LandmarkIndex(landmarks).nearest({ x: 1, z: 2, world })?.blocks).toBe(0);
});

test.each([
  ['minecraft:', null],
  [' minecraft:the_nether ', 'the_nether'],
  ['\u202Emy\n world\u200b', 'my world'],
  ['\u200b', null],
  ['w'.repeat(257), null],
  [7, null],
])('the world %j is read as %j', (world, read) => {
  expect(fromJson([{ name: 'Spawn', x: 1, z: 2, world }]).landmarks).toEqual([landmark('Spawn', 1, 2, read)]);
});

test('invalid and repeated entries are counted, and the others taken', () => {
  const rows = [
    { name: 'Spawn', x: 1, z: 2 },
    { name: 'Spawn', x: 1, z: 2 },
    { name: 'Spawn', x: 1, z: 3 },
    { name: 'NaN', x: 'NaN', z: 2 },
    { name: 'nothing', x: null, z: 2 },
    { name: 'infinite', x: '1e999', z: 2 },
    { name: 'outside', x: 30_000_001, z: 2 },
    { name: 'half', x: 1 },
    { name: ' \u200b ', x: 1, z: 2 },
    { x: 1, z: 2 },
  ];
  const landmarks = [landmark('Spawn', 1, 2), landmark('Spawn', 1, 3)];
  expect(fromJson(rows)).toEqual({ landmarks, invalid: 7, repeated: 1, beyond: 0 });
});

test('entries of a list that are no objects, or have no coordinates, are counted as invalid', () => {
  const rows = [null, { name: 'Spawn', x: 1, z: 2 }, 5, 'Port', [], {}, { name: 'Port' }];
  const read = { landmarks: [landmark('Spawn', 1, 2)], invalid: 6, repeated: 0, beyond: 0 };
  expect(fromJson(rows)).toEqual(read);
  expect(fromJson({ landmarks: rows })).toEqual(read);
});

test('numbers and shapes in the lists of a map are no entries', () => {
  const markers = [
    { type: 'icon', point: { x: 1, z: 2 }, anchor: [0, null], tooltip: 'Spawn' },
    { type: 'multipolygon', points: [[1, 2]] },
  ];
  expect(fromJson([{ id: 'spawn', markers, area: { x: [1, 2], z: [3, 4] } }])).toEqual({
    landmarks: [landmark('Spawn', 1, 2)],
    ...ALL_TAKEN,
  });
});

test('the first 5,000 of 100,000 landmarks are taken, and the rest is counted', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `Waystone ${at},${at},${-at}`).join('\n');
  const { landmarks, beyond } = fromCsv(rows);
  expect(landmarks).toHaveLength(MOST_LANDMARKS);
  expect(landmarks.at(-1)).toEqual(landmark('Waystone 4999', 4999, -4999));
  expect(beyond).toBe(95_000);
});

test('a long name is cut, and colour codes of the game are removed', () => {
  const [long] = fromJson([{ name: `${'a'.repeat(99)}😀b`, x: 1, z: 2 }]).landmarks;
  expect(long?.name).toBe('a'.repeat(99));
  expect(fromJson([{ label: '§6§lSpawn', x: 1, z: 2 }]).landmarks).toEqual([landmark('Spawn', 1, 2)]);
});
