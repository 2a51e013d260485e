import type { Log } from '../ports/log.ts';

/** Logs nothing: the caller reports faults itself. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
