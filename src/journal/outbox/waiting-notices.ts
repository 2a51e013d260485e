import type { Notice, Target } from '../../routing/notice.ts';
import type { Transactions } from '../database/transactions.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';
import type { noticesTable } from './notices.ts';

/** Why a notice ended that cannot be read. */
const UNREADABLE = 'cannot be read';

/**
 * Waiting notices of a target that are due, oldest first. One that cannot be read would wait for ever, and hold up all
 * behind it: it is set aside.
 * @throws NotWritten where it cannot be set aside
 */
export function waitingNotices(
  notices: ReturnType<typeof noticesTable>,
  { write }: Pick<Transactions, 'write'>,
  unreadable: UnreadableRows,
  now: () => number,
): (target: Target, at: number, limit: number) => Notice[] {
  return (target, at, limit) => {
    for (;;) {
      const { readable, broken } = notices.due(target, at, limit);
      if (broken.length === 0) return readable;
      write(() => {
        for (const notice of broken) notices.drop(notice, UNREADABLE, now());
      });
      unreadable.say('Notices that cannot be read are set aside');
    }
  };
}
