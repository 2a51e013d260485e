import { record } from './saving.ts';

const SHOPS = 1_500;

/** What is otherwise in a snapshot than in the one before it; all, if it builds on none. */
export function newsOf(takenAt: number, isBase: boolean) {
  const ids = Array.from({ length: isBase ? SHOPS : 40 }, (_, at) => (isBase ? at : (takenAt * 40 + at) % SHOPS));
  return { records: ids.map((id) => record(id, takenAt)), gone: [takenAt % SHOPS] };
}
