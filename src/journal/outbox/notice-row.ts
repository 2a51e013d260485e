import type { Cause, Held, Notice, Target } from '../../routing/notice.ts';

/** A notice as it stands in the file, its cause joined to it. */
export interface NoticeRow {
  readonly id: number;
  readonly cause: string;
  readonly sources: string;
  readonly due_at: number;
  readonly held: Held | null;
}

/** The columns of it, from notices joined with causes. */
export const NOTICE_COLUMNS = 'notices.id, causes.json AS cause, sources, due_at, held';

export function readNotice({ id, cause, sources, due_at, held }: NoticeRow, target: Target): Notice {
  return {
    id,
    target,
    cause: JSON.parse(cause) as Cause,
    subscriptionIds: JSON.parse(sources) as string[],
    dueAt: due_at,
    held,
  };
}
