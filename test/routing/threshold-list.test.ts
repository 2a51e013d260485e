import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThresholdList } from '../../src/routing/subscription-index.ts';
import { propertyRuns } from '../property-runs.ts';

interface Member {
  readonly id: number;
  readonly threshold: number | null;
}

const threshold = fc.option(fc.integer({ min: 0, max: 6 }));
const step = fc.oneof(
  fc.record({ did: fc.constant('add' as const), threshold }),
  fc.record({ did: fc.constant('remove' as const), at: fc.nat({ max: 9 }) }),
  fc.record({ did: fc.constant('find' as const), value: threshold }),
);

test('a value finds every member whose threshold it reaches, in any insertion order, equal ones by age', () => {
  fc.assert(
    fc.property(fc.constantFrom(1 as const, -1 as const), fc.array(step, { maxLength: 40 }), (direction, steps) => {
      const list = new ThresholdList<Member>(direction);
      const members: Member[] = [];
      for (const [id, did] of steps.entries()) {
        if (did.did === 'add') {
          const member = { id, threshold: did.threshold };
          members.push(member);
          list.add(member, did.threshold);
        } else if (did.did === 'remove') {
          for (const member of members.splice(did.at, 1)) list.remove(member);
        } else {
          const found: Member[] = [];
          list.find(did.value, found);
          expect(found).toEqual(concerned(members, did.value, direction));
        }
        expect(list.size).toBe(members.length);
      }
    }),
    { numRuns: propertyRuns() },
  );
});

/** Members without a threshold first, then those with the furthest threshold that is reached. */
function concerned(members: readonly Member[], value: number | null, direction: 1 | -1): Member[] {
  const reach = ({ threshold }: Member) => (threshold === null ? 1_000 : threshold * direction);
  return members
    .filter((member) => member.threshold === null || (value !== null && reach(member) >= value * direction))
    .sort((a, b) => reach(b) - reach(a));
}
