import { expect, it } from 'vitest';
import type { RetriedRefusals } from '../../../src/ports/outbox.ts';

interface OpenRefusals {
  readonly refusals: RetriedRefusals;
  /** Opens the same store as a process that starts later. */
  reopen(): Promise<RetriedRefusals>;
}

const CHANNEL = { kind: 'channel', id: '200' } as const;
const USER = { kind: 'user', id: '200' } as const;
const REFUSAL = { code: 50_009, since: 1_767_000_000_000, pausedAt: null };

export function retriedRefusalsContract(engine: string, open: () => Promise<OpenRefusals>): void {
  it(`${engine}: a refusal is saved by target, replaced, and survives a restart`, async () => {
    const { refusals, reopen } = await open();
    expect(await refusals.of(CHANNEL)).toBeNull();
    await refusals.put(CHANNEL, REFUSAL, 60_000);
    expect(await refusals.of(CHANNEL)).toEqual(REFUSAL);
    expect(await refusals.of(USER)).toBeNull();
    const paused = { ...REFUSAL, code: 0, pausedAt: REFUSAL.since + 21_600_000 };
    await refusals.put(CHANNEL, paused, 60_000);
    await refusals.put(USER, REFUSAL, 60_000);
    const again = await reopen();
    expect(await again.of(CHANNEL)).toEqual(paused);
    await again.end(CHANNEL);
    await again.end(CHANNEL);
    expect([await again.of(CHANNEL), await again.of(USER)]).toEqual([null, REFUSAL]);
  });

  it(`${engine}: a refusal is deleted when it expires`, async () => {
    const { refusals } = await open();
    await refusals.put(CHANNEL, REFUSAL, 1);
    await expect.poll(() => refusals.of(CHANNEL)).toBeNull();
  });
}
