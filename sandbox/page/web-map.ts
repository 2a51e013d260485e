import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Place, Shop } from '../economy/domain.ts';
import { isLocal } from './page-requests.ts';

/** A web map of the simulated game server, as operators run it next to the game. */
export interface WebMap {
  /** The address of the waystones in the Overworld, as BlueMap publishes its markers. */
  readonly markersUrl: string;
  /** The address of a place, with `{x}`, `{z}` and `{world}`. */
  readonly placeUrl: string;
  close(): Promise<void>;
}

/** A named place, whole blocks. */
export type Waystone = Pick<Place, 'x' | 'y' | 'z'> & { readonly name: string };

const NAMES = [
  ...['Market', 'Harbour', 'Mountain', 'Desert', 'Old Mill', 'Lighthouse', 'Birch Forest', 'Lake', 'Castle'],
  'Mushroom Island',
];
const WORLD = 'world';
/** Two waystones are at least so many blocks apart in x or z. */
const LEAST_BLOCKS_APART = 4_000;
/** Blocks between a waystone and the shop that it stands near. */
const BLOCKS_FROM_SHOP = 20;
const MARKERS_PATH = `/maps/${WORLD}/live/markers.json`;
const CONTENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Starts the map on a free port of 127.0.0.1, with waystones near some of the shops. */
export async function startWebMap(shops: readonly Shop[]): Promise<WebMap> {
  const markers = JSON.stringify(markersOf(placeWaystones(shops)));
  const server = createServer((request, response) => answer(request, response, markers));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    markersUrl: `${url}${MARKERS_PATH}`,
    placeUrl: `${url}/?world={world}&x={x}&z={z}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns at most ten waystones in the Overworld, each near a shop and far from the others. */
export function placeWaystones(shops: readonly Shop[]): readonly Waystone[] {
  const placed: Waystone[] = [];
  for (const { location } of shops) {
    const name = NAMES[placed.length];
    if (name === undefined) break;
    const { x, y, z, world } = location;
    const isFar = (other: Waystone) => Math.max(Math.abs(other.x - x), Math.abs(other.z - z)) >= LEAST_BLOCKS_APART;
    if (world === WORLD && placed.every(isFar))
      placed.push({ name: `${name} Waystone`, x: x + BLOCKS_FROM_SHOP, y, z });
  }
  return placed;
}

function markersOf(waystones: readonly Waystone[]): unknown {
  const markers = waystones.map(({ name, ...position }, index) => {
    const marker = { type: 'poi', label: name, detail: name, position, icon: 'assets/poi.svg', listed: true };
    return [`waystone-${index + 1}`, marker] as const;
  });
  return { waystones: { label: 'Waystones', toggleable: true, markers: Object.fromEntries(markers) } };
}

function answer(request: IncomingMessage, response: ServerResponse, markers: string): void {
  response.setHeader('content-security-policy', CONTENT_POLICY).setHeader('x-content-type-options', 'nosniff');
  const url = URL.parse(request.url ?? '/', 'http://map');
  if (!isLocal(request)) send(response, 421, 'text/plain', 'Not at this address');
  else if (request.method !== 'GET') send(response, 405, 'text/plain', 'Only to be read');
  else if (url?.pathname === MARKERS_PATH) send(response, 200, 'application/json', markers);
  else if (url?.pathname === '/') send(response, 200, 'text/plain', describePlace(url.searchParams));
  else send(response, 404, 'text/plain', 'Nothing here');
}

/** Plain text, so that no name of a world can be markup. */
function describePlace(query: URLSearchParams): string {
  const [x, z, world] = ['x', 'z', 'world'].map((name) => query.get(name) ?? '?');
  return `A server’s web map would show this place now.\n\nx ${x}   z ${z}   in ${world}\n`;
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
}
