import { openRecorder, type Recorder } from '../recorder/recorder.ts';
import type { CrierParts } from './parts.ts';
import { VERSION } from './user-agent.ts';

/**
 * Begins the recording that the operator asked for.
 * @returns the recorder, or null if none was asked for or it is not possible: the log says why
 */
export function openRecording({ record, config, clock, log }: CrierParts): Recorder | null {
  if (record === undefined) return null;
  const { ROLE: role, SHOPS_REFRESH_SECONDS, STOCK_UNIT } = config;
  if (role === 'gateway' || role === 'deliver') {
    const why = `ROLE=${role} receives nothing from the service. Record in the process with ROLE=intake or all.`;
    log.warn({ part: 'recorder', why }, 'Recording disabled: this process receives nothing from the service');
    return null;
  }
  // Neither addresses nor names: an operator sends a recording to others.
  const settings = { SHOPS_REFRESH_SECONDS, STOCK_UNIT };
  return openRecorder({ ...record, version: VERSION, settings, now: () => clock.now(), log });
}
