import { MarketCrier } from '../refresh/market-crier.ts';
import { startSimulatedService } from '../refresh/simulated-service.ts';

/**
 * The path of a snapshot from the network to the market, composed as in the bot; its clock skips the minutes between.
 */
export async function refreshSnapshots(shops: number) {
  const service = await startSimulatedService(shops, 'identity');
  const crier = await MarketCrier.open(service.url);
  return {
    market: () => crier.market(),
    /** One more snapshot, in which every tenth shop differs. */
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
