import { visibleName } from '../market/visible-name.ts';
import { decodeText } from './decode-text.ts';
import { type RawLandmark, type ReadLandmarks, readCsvEntries, takeLandmarks } from './read-landmarks.ts';
import { layersOf, readMarkers } from './read-markers.ts';
import { NO_MAP_CURE, NO_MARKERS_CURE, type Unread, unread } from './source-answer.ts';

/** The bytes of a file, or of one or more answers of a map. */
export interface Content {
  readonly kind: 'file' | 'map';
  readonly parts: readonly Uint8Array[];
  /** The world of markers that do not name theirs, or null. */
  readonly world: string | null;
}

export interface ContentRead {
  readonly ok: true;
  readonly read: ReadLandmarks;
  /** The layers of Pl3xMap, if the content lists them in place of their markers. */
  readonly layers: readonly string[];
}

/**
 * Limits the values of JSON, because V8 ends the whole process if parsed JSON does not fit into its memory. A hundred
 * thousand markers of BlueMap have 1.8 million. The worst JSON with as many values takes 250 MB.
 */
const MOST_VALUES = 3_000_000;
const FEWER_CURE = 'Name a source with fewer markers.';
/** The bytes of JSON that begin a value: `{`, `[` and `,`. */
const VALUE_BYTES: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x2c]);

/** Reads landmarks from JSON, or from the CSV of a file. */
export function readContent(content: Content): ContentRead | Unread {
  try {
    return readParts(content);
  } catch (error) {
    // The stack of a regular expression, which a quoted text of several MB fills.
    if (error instanceof RangeError) return unread('it is neither JSON nor CSV', 'Correct it.');
    throw error;
  }
}

function readParts({ kind, parts, world }: Content): ContentRead | Unread {
  const entries: Iterable<RawLandmark>[] = [];
  let layers: readonly string[] = [];
  if (countValues(parts) > MOST_VALUES) return unread(`it has more than ${MOST_VALUES} values`, FEWER_CURE);
  for (const text of parts.map(decodeText)) {
    if (kind === 'file' && !/^\s*[[{]/.test(text)) {
      entries.push(readCsvEntries(text));
      continue;
    }
    const json = parseJson(text);
    if (json === undefined) return kind === 'file' ? unread('it is no valid JSON', 'Correct it.') : noJson(text);
    entries.push(readMarkers(json, world));
    layers = layersOf(json);
  }
  return { ok: true, read: takeLandmarks(inOrder(entries)), layers };
}

/** Counts the values of JSON, and perhaps some characters of its texts. */
function countValues(parts: readonly Uint8Array[]): number {
  let count = 0;
  for (const bytes of parts) for (const byte of bytes) if (VALUE_BYTES.has(byte)) count += 1;
  return count;
}

function* inOrder<T>(lists: Iterable<Iterable<T>>): Generator<T> {
  for (const list of lists) yield* list;
}

function noJson(text: string): Unread {
  const beginning = visibleName(text.slice(0, 200)).slice(0, 40);
  if (beginning === '') return unread('the answer is empty', NO_MAP_CURE);
  return unread(`the answer is no JSON (it begins ${beginning})`, NO_MARKERS_CURE);
}

/** Strings of JSON, and numbers that JSON lacks but some programs write. */
const STRING_OR_NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs;

/** Parses JSON, with null for NaN and Infinity. @returns undefined for other texts */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(STRING_OR_NO_NUMBER, (part) => (part.startsWith('"') ? part : 'null')));
    } catch {
      return undefined;
    }
  }
}
