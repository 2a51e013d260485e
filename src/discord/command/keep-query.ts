import type { ShopQuery } from '../../ports/queries.ts';
import type { CommandContext } from './command.ts';

/** Keeps what was asked for the buttons under its answer; null: it could not be kept, and the answer goes without them. */
export async function keepQuery(
  query: ShopQuery,
  { queries, log }: Pick<CommandContext, 'queries' | 'log'>,
): Promise<string | null> {
  try {
    return await queries.keep(query);
  } catch (error) {
    log.error({ err: error }, 'Could not keep a query; its answer goes without buttons');
    return null;
  }
}
