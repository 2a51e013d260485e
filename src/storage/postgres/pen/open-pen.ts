import { type PenParts, PostgresPen } from './pen.ts';

/** The pen of the leader's term: what earlier ones left behind is put away. `now`: epoch ms. @throws NotWritten */
export async function openPen(session: PenParts['session'], epoch: number, now: () => number): Promise<PostgresPen> {
  const pen = new PostgresPen({ session, epoch, now });
  await pen.begin();
  return pen;
}
