import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Shop } from '../economy/domain.ts';
import type { Economy } from '../economy/economy.ts';
import { type Coding, compress } from './compression.ts';
import { REVISIONS, type RevisionName } from './revision.ts';

/** A body as it stood at one version, with its compressed forms made once each. */
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

/** Shops a slice: a few milliseconds of work. */
const SLICE = 1_000;

/**
 * The snapshot's body, made anew only if the market has changed and the last one is older than `cacheMs`, in slices that
 * leave the event loop free: 100,000 shops are about 40 MB.
 */
export function createSnapshotCache(economy: Economy, now: () => number) {
  let cached: { key: string; revision: RevisionName; madeAt: number; body: Promise<Body> } | undefined;

  return function snapshot(revision: RevisionName, cacheMs: number): Promise<Body> {
    const key = `${revision}-${economy.version}`;
    const isFresh = cached?.revision === revision && (cached.key === key || now() - cached.madeAt < cacheMs);
    if (cached && isFresh) return cached.body;
    const body = writeShops(economy.shops(), revision).then((plain) => createBody(plain, `"${key}"`));
    cached = { key, revision, madeAt: now(), body };
    return body;
  };
}

async function writeShops(shops: readonly Shop[], revision: RevisionName): Promise<Buffer> {
  const write = REVISIONS[revision].shop;
  const slices: Buffer[] = [];
  for (let start = 0; start < shops.length; start += SLICE) {
    const text = shops.slice(start, start + SLICE).map((shop) => JSON.stringify(write(shop)));
    slices.push(Buffer.from(`${start === 0 ? '[' : ','}${text.join(',')}`));
    await yieldToEventLoop();
  }
  return Buffer.concat([...slices, Buffer.from(shops.length === 0 ? '[]' : ']')]);
}
