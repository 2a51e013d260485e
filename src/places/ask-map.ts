import { visibleName } from '../market/visible-name.ts';
import { chooseProxy, type ProxySettings } from '../proxy/proxy.ts';
import { describeFailure, type Failure } from '../service/http/answer.ts';
import { wholeBytes } from '../service/http/body.ts';
import { Http } from '../service/http/http.ts';
import type { Clock } from '../time/clock.ts';
import { readInThread } from './read-in-thread.ts';
import { NO_MAP_CURE, NO_MARKERS_CURE, type SourceAnswer, unread } from './source-answer.ts';

/** Limits the layers of Pl3xMap, each with an answer of its own. */
const MOST_LAYERS = 30;

export interface MapParts {
  /** The address of the markers, perhaps with a world behind #. */
  readonly source: string;
  readonly userAgent: string;
  readonly proxies: ProxySettings;
  readonly clock: Pick<Clock, 'now'>;
  /** Limits all answers together. */
  readonly mostBytes: number;
}

/** Asks a web map for its markers, once. */
export async function askMap(parts: MapParts, signal: AbortSignal): Promise<SourceAnswer> {
  const { source, userAgent, proxies, clock, mostBytes } = parts;
  const url = source.replace(/#.*$/s, '');
  const world = worldOf(source);
  const http = new Http({ userAgent, now: () => clock.now(), proxy: chooseProxy(source, proxies) });
  let bytesLeft = mostBytes;
  const ask = async (address: string) => {
    const answer = await http.get({ url: address, signal, maxBytes: bytesLeft }, wholeBytes);
    if (!answer.ok) return unread(describeFailure(answer, 'the map'), cureOfFailure(answer));
    const bytes = answer.kind === 'ok' ? answer.value : Buffer.alloc(0);
    bytesLeft -= bytes.length;
    return { ok: true, bytes } as const;
  };
  try {
    const answer = await ask(url);
    if (!answer.ok) return answer;
    const content = await readInThread({ kind: 'map', parts: [answer.bytes], world }, signal);
    if (!content.ok || content.layers.length === 0) return content;
    const layers: Buffer[] = [];
    for (const key of content.layers.slice(0, MOST_LAYERS)) {
      const layer = await ask(layerUrl(url, key));
      if (!layer.ok) return unread(`layer ${visibleName(key.slice(0, 40))}: ${layer.why}`, layer.cure);
      layers.push(layer.bytes);
    }
    return await readInThread({ kind: 'map', parts: layers, world }, signal);
  } finally {
    await http.close();
  }
}

function cureOfFailure({ why, kind, advice }: Failure): string {
  if (advice !== undefined) return `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
  if (/^status 3/.test(why)) return 'Crier follows no redirect: name the address that it leads to.';
  if (kind === 'not-json') return NO_MARKERS_CURE;
  if (kind === 'too-large') return 'Name the address of fewer markers.';
  return NO_MAP_CURE;
}

/** Pl3xMap keeps the markers of a layer at `markers/KEY.json` next to its list of layers, `markers.json`. */
function layerUrl(list: string, key: string): string {
  const url = new URL(list);
  const file = encodeURIComponent(key.replaceAll(':', '-').toWellFormed());
  url.pathname = url.pathname.replace(/(?:\.json)?$/, `/${file}.json`);
  return url.href;
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
