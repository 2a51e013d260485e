import { type IngestWriterParts, PostgresIngestWriter } from './ingest-writer.ts';

/** The writer of the leader's term: what earlier ones left behind is put away. `now`: epoch ms. @throws NotWritten */
export async function openIngestWriter(
  session: IngestWriterParts['session'],
  epoch: number,
  now: () => number,
): Promise<PostgresIngestWriter> {
  const writer = new PostgresIngestWriter({ session, epoch, now });
  await writer.begin();
  return writer;
}
