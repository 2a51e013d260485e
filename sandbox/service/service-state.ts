import type { HealthFigures } from './health-report.ts';
import type { ServiceSettings } from './settings.ts';

/** What the answers are made from, as it is at the moment of asking. */
export interface ServiceState {
  settings: ServiceSettings;
  healthFigures: HealthFigures;
  /** The service is down: the proxy answers for it. */
  isDown: boolean;
}
