import { MarketCrier } from '../refresh/market-crier.ts';
import { startSimulatedService } from '../refresh/simulated-service.ts';

/** The way of a snapshot from the wire to the market, as it is wired in the bot; its minutes pass in no time. */
export async function refreshSnapshots(shops: number) {
  const service = await startSimulatedService(shops, 'identity');
  const crier = await MarketCrier.open(service.url);
  return {
    market: () => crier.market(),
    /** One more snapshot, in which every tenth shop is otherwise. */
    async refresh(): Promise<void> {
      await service.order({ share: 0.1 });
      await crier.refresh();
    },
    async close(): Promise<void> {
      await crier.close();
      service.close();
    },
  };
}
