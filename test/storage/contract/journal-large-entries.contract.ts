import { expect, it } from 'vitest';
import type { Target } from '../../../src/routing/notice.ts';
import { routed, traded } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

const LATER = 1_000_000;

export function largeEntries(open: OpenJournal): void {
  it('writes a large entry whole and in order, and gives each target its due time', async () => {
    const { journal, reopen } = await open();
    const changes = Array.from({ length: 40 }, (_, at) => traded(at + 1));
    const targets = Array.from({ length: 20 }, (_, id): Target => ({ kind: 'user', id: `${400 + id}` }));
    const notices = changes.flatMap((change) =>
      targets.map((target, id) => routed(change, target, [`w${id}`], change.at + id)),
    );
    await journal.record({ changes: [], notices: [...notices, ...notices], snapshotAt: 9 });
    const again = await reopen();
    expect(await again.snapshotAt()).toBe(9);
    for (const [id, target] of targets.entries()) {
      const dueAts = (await again.waiting(target, LATER, 100)).map(({ dueAt }) => dueAt);
      expect(dueAts).toEqual(changes.map(({ at }) => at + id));
      expect(await again.nextDueAt(target)).toBe(1 + id);
    }
    expect((await again.queue(LATER)).depth).toBe(800);
  });
}
