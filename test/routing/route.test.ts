import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book } from '../../src/routing/book.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetKey } from '../../src/routing/target.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { change, history, NOW } from './arbitraries.ts';
import { concerned } from './route-oracle.ts';

test('the index finds exactly whom a look at every feed and watch would find, whatever was put, replaced and removed', () => {
  let found = 0;
  fc.assert(
    fc.property(history, fc.array(change, { minLength: 1, maxLength: 6 }), (steps, changes) => {
      const book = new Book();
      const sources = new Map<string, Feed | Watch>();
      const perform = (step: (typeof steps)[number]) => {
        if (typeof step === 'string') {
          book.remove(step);
          sources.delete(step);
        } else {
          if ('trigger' in step) book.putWatch(step);
          else book.putFeed(step);
          sources.set(step.id, step);
        }
      };
      // Changes in between, so that sorted lists are touched again.
      for (const [at, step] of steps.entries()) {
        perform(step);
        const now = changes[at % changes.length];
        if (at % 5 === 0 && now) check(book, sources, now);
      }
      for (const each of changes) found += check(book, sources, each);
    }),
    { numRuns: 400 },
  );
  expect(found, 'the random worlds meet often enough to mean something').toBeGreaterThan(100);
});

function check(book: Book, sources: ReadonlyMap<string, Feed | Watch>, each: Parameters<Book['route']>[0]): number {
  const routed = book.route(each, NOW);
  expect(routed.flatMap((notice) => notice.sources).sort()).toEqual(concerned(sources.values(), each, NOW));
  expect(new Set(routed.map(({ target }) => targetKey(target))).size, 'one notice a destination').toBe(routed.length);
  for (const { target, sources: ids } of routed) {
    const there = new Set(book.of(target).map(({ id }) => id));
    expect(ids.filter((id) => !there.has(id))).toEqual([]);
  }
  return routed.length;
}
