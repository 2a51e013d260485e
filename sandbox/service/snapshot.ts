import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Shop } from '../economy/domain.ts';
import type { Economy } from '../economy/economy.ts';
import { type Coding, compress } from './compression.ts';
import { REVISIONS } from './revision.ts';
import type { ServiceSettings } from './settings.ts';

/** The body of one version, with its compressed forms, each made once. */
export interface Body {
  readonly etag: string;
  readonly plain: Buffer;
  compressed(coding: Coding): Promise<Buffer>;
}

export function createBody(plain: Buffer, etag: string): Body {
  const made = new Map<Coding, Promise<Buffer>>();
  return {
    etag,
    plain,
    compressed(coding) {
      const body = made.get(coding) ?? compress(plain, coding);
      made.set(coding, body);
      return body;
    },
  };
}

/** Shops in a slice, a few milliseconds of work. */
const SLICE = 1_000;

/**
 * The snapshot's body. It is built again only if the market has changed and the last one is older than `cacheMs`, in
 * slices that leave the event loop free. 100,000 shops are about 40 MB.
 */
export function createSnapshotCache(economy: Economy, now: () => number) {
  let cached: { key: string; form: string; madeAt: number; body: Promise<Body> } | undefined;

  return function snapshot(settings: ServiceSettings): Promise<Body> {
    const form = `${settings.revision}-${settings.stockUnit}${settings.listsPixels ? '-pixels' : ''}`;
    const key = `${form}-${economy.version}`;
    const isFresh = cached?.form === form && (cached.key === key || now() - cached.madeAt < settings.cacheMs);
    if (cached && isFresh) return cached.body;
    const body = writeShops(economy.shops(), settings).then((plain) => createBody(plain, `"${key}"`));
    cached = { key, form, madeAt: now(), body };
    return body;
  };
}

async function writeShops(shops: readonly Shop[], settings: ServiceSettings): Promise<Buffer> {
  const write = REVISIONS[settings.revision].shop;
  const slices: Buffer[] = [];
  for (let start = 0; start < shops.length; start += SLICE) {
    const text = shops.slice(start, start + SLICE).map((shop) => JSON.stringify(write(shop, settings)));
    slices.push(Buffer.from(`${start === 0 ? '[' : ','}${text.join(',')}`));
    await yieldToEventLoop();
  }
  return Buffer.concat([...slices, Buffer.from(shops.length === 0 ? '[]' : ']')]);
}
