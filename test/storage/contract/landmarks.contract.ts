import { expect, it } from 'vitest';
import type { LandmarkStore, SavedLandmarks } from '../../../src/ports/places.ts';

interface OpenLandmarks {
  readonly landmarks: LandmarkStore;
  /** Opens the same store as a process that starts later. */
  reopen(): Promise<LandmarkStore>;
}

const SOURCE = 'https://map.example/maps/world/live/markers.json?key=secret';
const READ: SavedLandmarks = {
  landmarks: [
    { name: '=Spawn “@everyone”', x: -5, z: 30_000_000, world: null },
    { name: 'Port Nether', x: 1, z: 2, world: 'world_nether' },
  ],
  readAt: 1_700_000_000_000,
  trouble: null,
};

export function landmarksContract(engine: string, open: () => Promise<OpenLandmarks>): void {
  it(`${engine}: a new store has no landmarks`, async () => {
    expect(await (await open()).landmarks.read(SOURCE)).toBeNull();
  });

  it(`${engine}: the last landmarks survive a restart`, async () => {
    const { landmarks, reopen } = await open();
    await landmarks.save(SOURCE, { landmarks: [], readAt: null, trouble: 'no answer in time' });
    expect(await landmarks.read(SOURCE)).toEqual({ landmarks: [], readAt: null, trouble: 'no answer in time' });
    await landmarks.save(SOURCE, READ);
    expect(await (await reopen()).read(SOURCE)).toEqual(READ);
  });

  it(`${engine}: landmarks of another source are not returned`, async () => {
    const { landmarks } = await open();
    await landmarks.save(SOURCE, READ);
    expect(await landmarks.read('data/landmarks.csv')).toBeNull();
  });

  it(`${engine}: forgotten landmarks are gone, also after a restart`, async () => {
    const { landmarks, reopen } = await open();
    await landmarks.forget();
    await landmarks.save(SOURCE, READ);
    await landmarks.forget();
    expect(await landmarks.read(SOURCE)).toBeNull();
    expect(await (await reopen()).read(SOURCE)).toBeNull();
  });
}
