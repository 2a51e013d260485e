import type { Session } from '../session.ts';
import { PostgresPen } from './pen.ts';

/** The pen of the leader's term: what earlier ones left behind is put away. `now`: epoch ms. @throws NotWritten */
export async function openPen(session: Session, epoch: number, now: () => number): Promise<PostgresPen> {
  const pen = new PostgresPen({
    session: async () => {
      session.ended.throwIfAborted();
      return session;
    },
    epoch,
    now,
  });
  await pen.begin();
  return pen;
}
