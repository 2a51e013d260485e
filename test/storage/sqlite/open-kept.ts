import type { Log } from '../../../src/ports/log.ts';
import { keptAddresses } from '../../../src/storage/cache/addresses.ts';
import { keptQueries } from '../../../src/storage/cache/queries.ts';
import type { OpenRecords } from '../../../src/storage/cache/records.ts';
import { keptRefusedToken } from '../../../src/storage/cache/refused-token.ts';
import { keptRetriedRefusals } from '../../../src/storage/cache/retried-refusals.ts';
import { keptStockEvidence } from '../../../src/storage/cache/stock-evidence.ts';
import { keptUndos } from '../../../src/storage/cache/undos.ts';
import { openKept } from '../../../src/storage/sqlite/kept-records.ts';

async function openOne<T extends object>(path: string, log: Log, keep: (open: OpenRecords) => T) {
  const kept = await openKept(path, log);
  return { ...keep(kept.open), close: () => kept.close() };
}

export const openUndos = (path: string, log: Log) => openOne(path, log, keptUndos);
export const openQueries = (path: string, log: Log) => openOne(path, log, keptQueries);
export const openAddresses = (path: string, log: Log) => openOne(path, log, keptAddresses);
export const openRefusedToken = (path: string, log: Log) => openOne(path, log, keptRefusedToken);
export const openStockEvidence = (path: string, log: Log) => openOne(path, log, keptStockEvidence);
export const openRetriedRefusals = (path: string, log: Log) => openOne(path, log, keptRetriedRefusals);
