import { keptAddresses } from '../../src/kept/addresses.ts';
import { keptQueries } from '../../src/kept/queries.ts';
import type { OpenRecords } from '../../src/kept/records.ts';
import { keptRefusedToken } from '../../src/kept/refused-token.ts';
import { keptRetriedRefusals } from '../../src/kept/retried-refusals.ts';
import { keptStockEvidence } from '../../src/kept/stock-evidence.ts';
import { keptUndos } from '../../src/kept/undos.ts';
import type { Log } from '../../src/ports/log.ts';
import { openKept } from '../../src/store/kept-records.ts';

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
