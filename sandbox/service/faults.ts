import { HTTP_FAULTS } from './http-faults.ts';
import { STREAM_FAULTS } from './stream-faults.ts';
import { UPGRADE_FAULTS } from './upgrade-faults.ts';

/** Every fault, grouped by the place where it applies. */
export const FAULTS = { http: HTTP_FAULTS, upgrade: UPGRADE_FAULTS, stream: STREAM_FAULTS } as const;
