import { visibleName } from '../market/visible-name.ts';
import type { RawLandmark } from './read-landmarks.ts';

/** Markers of areas, which are no places to walk to. */
const AREA_TYPES = new Set(['line', 'shape', 'extrude', 'polyline', 'rectangle', 'polygon', 'circle', 'ellipse']);
/** Limits nested objects. Dynmap nests its markers deepest, three levels below the root. */
const MOST_DEPTH = 8;

type Json = Readonly<Record<string, unknown>>;

/**
 * Yields the markers in JSON of a web map, or the entries of a list of landmarks. A marker is an object with a name and
 * a position, wherever it lies:
 *
 * - BlueMap: `{"set": {"markers": {"id": {"type": "poi", "label", "position": {"x", "y", "z"}}}}}`
 * - Dynmap: `{"sets": {"set": {"markers": {"id": {"label", "x", "y", "z"}}}}}`
 * - squaremap: `[{"markers": [{"type": "icon", "tooltip", "popup", "point": {"x", "z"}}]}]`
 * - Pl3xMap: `[{"type": "icon", "data": {"point": {"x", "z"}}, "options": {"tooltip": {"content"}}}]`
 *
 * @param world the world of markers that do not name theirs, or null
 */
export function* readMarkers(json: unknown, world: string | null, depth = 0): Generator<RawLandmark> {
  if (typeof json !== 'object' || json === null || depth > MOST_DEPTH) return;
  if (Array.isArray(json)) return yield* readList(json, world, depth);
  const object = objectOf(json);
  if (isSetOfPlayers(object)) return;
  const found = readMarker(object, world);
  if (found !== null) yield found;
  // Areas have corners, which are no markers.
  else if (!isArea(object)) for (const child of Object.values(object)) yield* readMarkers(child, world, depth + 1);
}

/** An entry that is no marker, such as null, so that it is counted as invalid. */
const NO_MARKER: RawLandmark = { name: undefined, x: undefined, z: undefined, world: undefined };

/** Yields an entry without a marker too, if others of the list are markers. Entries with a type are shapes of a map. */
function* readList(list: readonly unknown[], world: string | null, depth: number): Generator<RawLandmark> {
  const hasMarkers = list.some((entry) => readMarker(objectOf(entry), world) !== null);
  for (const entry of list) {
    let isEmpty = true;
    for (const marker of readMarkers(entry, world, depth + 1)) {
      isEmpty = false;
      yield marker;
    }
    if (isEmpty && hasMarkers && objectOf(entry).type === undefined) yield NO_MARKER;
  }
}

/** @returns null if the object has no coordinates */
function readMarker(object: Json, world: string | null): RawLandmark | null {
  if (isArea(object)) return null;
  const { x, z } =
    [object, object.position, object.point, objectOf(object.data).point]
      .map(objectOf)
      .find((place) => isScalar(place.x) || isScalar(place.z)) ?? {};
  if (x === undefined && z === undefined) return null;
  return { name: nameOf(object), x, z, world: object.world ?? world };
}

/** Circles of Dynmap have no type, but radii. */
function isArea({ type, xr }: Json): boolean {
  return (typeof type === 'string' && AREA_TYPES.has(type)) || xr !== undefined;
}

/** The name of a set with markers of players, who are no places: `players`, `Offline Players`. */
const PLAYERS = /(?:^|[^a-z])players$|offline/i;

function isSetOfPlayers({ id, label, name, markers }: Json): boolean {
  return markers !== undefined && [id, label, name].some((text) => typeof text === 'string' && PLAYERS.test(text));
}

/**
 * Returns the keys of the layers that Pl3xMap lists apart from their markers, `[{"key", "label", "updateInterval"}]`,
 * without its players. Empty for other JSON.
 */
export function layersOf(json: unknown): string[] {
  const layers = Array.isArray(json) ? json.map(objectOf) : [];
  const keys = layers.flatMap(({ key, updateInterval }) =>
    typeof key === 'string' && typeof updateInterval === 'number' ? [key] : [],
  );
  return keys.filter((key) => !PLAYERS.test(key));
}

/** Returns the first text that shows a name, as plain text. Maps show most of these texts as HTML. */
function nameOf({ name, label, title, tooltip, popup, options }: Json): string | undefined {
  const hints = [tooltip, popup, objectOf(options).tooltip, objectOf(options).popup];
  return [name, label, title, ...hints.flatMap((hint) => [hint, objectOf(hint).content])]
    .map((text) => (typeof text === 'string' ? firstLineOf(text) : ''))
    .find((line) => line !== '');
}

/** Tags between two lines. Below the name, tooltips tell more, such as the owner of a waystone. */
const LINE_TAGS = /<\/?(?:br|center|div|h[1-6]|hr|li|ol|p|table|td|th|tr|ul)\b[^<>]*>/i;

function firstLineOf(html: string): string {
  for (const line of html.split(LINE_TAGS)) {
    const text = visibleName(textOfMarkup(line));
    if (text !== '') return text;
  }
  return '';
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Removes tags, of which `1 < 2` has none, and colour codes, and replaces the common entities. */
function textOfMarkup(html: string): string {
  return html
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      if (name !== undefined) return HTML_ENTITIES[name] ?? whole;
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
    })
    .replace(/§./gu, '');
}

const LAST_CODE_POINT = 0x10_ff_ff;

function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && value !== undefined);
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
