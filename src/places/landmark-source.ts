import { readFile, stat } from 'node:fs/promises';
import { reasonOf } from '../faults/operator-fault.ts';
import { chooseProxy, type ProxySettings } from '../proxy/proxy.ts';
import { describeFailure, type Failure } from '../service/http/answer.ts';
import { wholeJson } from '../service/http/body.ts';
import { Http } from '../service/http/http.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { decodeText } from './decode-text.ts';
import { type ReadLandmarks, readCsvEntries, takeLandmarks } from './read-landmarks.ts';
import { readMarkers } from './read-markers.ts';

/** A hundred thousand landmarks have less than 10 MB. */
const MOST_BYTES = 16 * 1024 * 1024;
const MAP_DEADLINE_MS = 30_000;

/** Landmarks, or the reason why there are none, for the operator. `cure` is a sentence. */
export type SourceAnswer =
  | { readonly ok: true; readonly read: ReadLandmarks }
  | { readonly ok: false; readonly why: string; readonly cure: string };

export interface SourceParts {
  /** The value of LANDMARKS. */
  readonly source: string;
  readonly userAgent: string;
  readonly proxies: ProxySettings;
  readonly clock: Clock;
}

/** Reads the landmarks from a file or a web map, once. Rejects only for a fault of Crier's own. */
export async function readSource(parts: SourceParts, signal: AbortSignal): Promise<SourceAnswer> {
  const answer = isAddress(parts.source) ? await askMap(parts, signal) : await readLandmarkFile(parts.source);
  if (!answer.ok || answer.read.landmarks.length > 0) return answer;
  const { invalid } = answer.read;
  const why = invalid === 0 ? 'it has no landmarks' : `none of its ${invalid} landmarks has a name, x and z`;
  return { ok: false, why, cure: 'Name a file or an address with name, x and z of each landmark.' };
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readLandmarkFile(path: string): Promise<SourceAnswer> {
  try {
    const file = await stat(path);
    if (!file.isFile()) return unread('it is no file', 'Name a CSV or JSON file.');
    if (file.size > MOST_BYTES) return unread(`it has more than ${MOST_BYTES} bytes`, 'Name a smaller file.');
    const text = decodeText(await readFile(path));
    if (!/^\s*[[{]/.test(text)) return { ok: true, read: await inSlices(takeLandmarks(readCsvEntries(text))) };
    return { ok: true, read: await inSlices(takeLandmarks(readMarkers(JSON.parse(text), null))) };
  } catch (error) {
    if (error instanceof SyntaxError) return unread('it is no valid JSON', 'Correct it.');
    return unread(reasonOf(error), 'Name a file that Crier may read.');
  }
}

async function askMap({ source, userAgent, proxies, clock }: SourceParts, signal: AbortSignal): Promise<SourceAnswer> {
  const http = new Http({ userAgent, now: () => clock.now(), proxy: chooseProxy(source, proxies) });
  try {
    const answer = await beforeDeadline({ ms: MAP_DEADLINE_MS, clock, signal }, (deadline) =>
      http.get({ url: source.replace(/#.*$/s, ''), signal: deadline, maxBytes: MOST_BYTES }, wholeJson),
    );
    if (!answer.ok) return unread(describeFailure(answer), cureOfFailure(answer));
    const json = answer.kind === 'ok' ? answer.value : null;
    return { ok: true, read: await inSlices(takeLandmarks(readMarkers(json, worldOf(source)))) };
  } finally {
    await http.close();
  }
}

function unread(why: string, cure: string): SourceAnswer {
  return { ok: false, why, cure };
}

function cureOfFailure({ why, kind, advice }: Failure): string {
  if (advice !== undefined) return `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
  if (/^status 3/.test(why)) return 'Crier follows no redirect: name the address that it leads to.';
  if (kind === 'not-json') return 'Name the address of the markers, not of the page: it ends with .json.';
  return 'Check the address, or wait until the map is back.';
}

/** The world in the address of each kind of map: Dynmap, BlueMap, squaremap and Pl3xMap. */
const WORLD_IN_ADDRESS = [/marker_([^/?#&]+)\.json/, /\/maps\/([^/?#]+)\/live\//, /\/tiles\/([^/?#]+)\//];

/**
 * Returns the world of a map's markers: the part behind #, else the one in the address. Null if it names none.
 * squaremap writes `minecraft_overworld` for `minecraft:overworld`, the Overworld of the server.
 */
export function worldOf(address: string): string | null {
  const [, given] = /#(.+)$/s.exec(address) ?? [];
  const found = given ?? WORLD_IN_ADDRESS.map((pattern) => pattern.exec(address)?.[1]).find((world) => world);
  return found === undefined ? null : decoded(found).replace(/^minecraft[_:]/, '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a % that encodes nothing
  }
}
