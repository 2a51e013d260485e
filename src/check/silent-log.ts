import type { Log } from '../ports/log.ts';

/** Logs nothing: faults are reported as findings. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
