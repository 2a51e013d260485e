import { describe, expect, it, vi } from 'vitest';
import type { Published } from '../../../src/ports/status.ts';

/** The contract of every publisher. `exchange` waits until both processes have received each other's values. */
export function publishedContract(
  name: string,
  open: () => Promise<{ one: Published; other: Published; exchange: () => Promise<void> }>,
): void {
  describe(`Published: ${name}`, () => {
    it('publishes current and later values to all followers, the publisher included, without repeats', async () => {
      const { one, other, exchange } = await open();
      const [before, after, icons] = [vi.fn(), vi.fn(), vi.fn()];
      other.follow('commands', before);
      other.follow('icons', icons);
      one.put('commands', { watch: '1' });
      await exchange();
      one.follow('commands', after);
      expect(before.mock.calls).toEqual([[{ watch: '1' }]]);
      expect(after.mock.calls).toEqual([[{ watch: '1' }]]);
      await exchange();
      one.put('commands', { watch: '2' });
      await exchange();
      expect(before.mock.calls.slice(1)).toEqual([[{ watch: '2' }]]);
      expect(after.mock.calls.slice(1)).toEqual([[{ watch: '2' }]]);
      expect(icons).not.toHaveBeenCalled();
    });
  });
}
