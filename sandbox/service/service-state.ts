import type { HealthFigures } from './health-report.ts';
import type { ServiceSettings } from './settings.ts';

/** The data for answers at the moment of a request. */
export interface ServiceState {
  settings: ServiceSettings;
  healthFigures: HealthFigures;
  /** True while the service is down and the proxy answers for it. */
  isDown: boolean;
}
