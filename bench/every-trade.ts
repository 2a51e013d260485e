import type { DatabaseSync } from 'node:sqlite';
export function everyTrade(db: DatabaseSync, type: string, from: number, to: number): void {
  const item = Number(db.prepare('SELECT id FROM items WHERE type = ?').get(type)?.id);
  const all = db.prepare('SELECT at, kind, count, paid, place FROM trades WHERE item = ? AND at >= ? AND at < ?');
  all.all(item, from, to);
}
