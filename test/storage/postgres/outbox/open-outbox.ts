import { newNonce } from '../../../../src/delivery/seal.ts';
import type { Outbox, Seal } from '../../../../src/ports/outbox.ts';
import type { Notice, Target } from '../../../../src/routing/notice.ts';
import { UnreadableRows } from '../../../../src/storage/mappers/record.ts';
import type { Postgres } from '../../../../src/storage/postgres/connection.ts';
import { PostgresOutbox } from '../../../../src/storage/postgres/outbox/outbox.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { channel, routed, traded } from '../../sqlite/journal/samples.ts';

export function openOutbox(postgres: Postgres, now = () => 1_000): PostgresOutbox {
  return new PostgresOutbox(postgres, new UnreadableRows(recordingLog()), now);
}

/** Enqueues `count` sales. @returns the pending notices of the target */
export async function enqueueSales(
  outbox: Outbox,
  count: number,
  target: Target = channel,
): Promise<readonly Notice[]> {
  await outbox.enqueue(Array.from({ length: count }, (_, at) => routed(traded(at), target)));
  return outbox.waiting(target, 1_000, 1_000);
}

export function sealOf(notices: readonly Notice[], target: Target = channel): Seal {
  return { target, nonce: newNonce(), body: '{}', notices, dropped: [], at: 2_000 };
}
