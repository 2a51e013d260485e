import type { Log } from '../ports/log.ts';

/** What is amiss is said as a finding. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
