import { describe, expect, it, vi } from 'vitest';
import type { Published } from '../../../src/ports/status.ts';

/** What every way to publish keeps to. `exchange`: lets time pass until each has heard the other. */
export function publishedContract(
  name: string,
  open: () => Promise<{ one: Published; other: Published; exchange: () => Promise<void> }>,
): void {
  describe(`Published: ${name}`, () => {
    it('tells all, who put it too, of what is there and of what comes; what is the same is not told again', async () => {
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
