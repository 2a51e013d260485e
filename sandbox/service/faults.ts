import { HTTP_FAULTS } from './http-faults.ts';
import { STREAM_FAULTS } from './stream-faults.ts';
import { UPGRADE_FAULTS } from './upgrade-faults.ts';

/** Every fault there is, by where it applies: for whoever offers them to be chosen from. */
export const FAULTS = { http: HTTP_FAULTS, upgrade: UPGRADE_FAULTS, stream: STREAM_FAULTS } as const;
