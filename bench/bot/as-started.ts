import process from 'node:process';
import { START_FLAGS, START_SETTINGS } from '../../sandbox/bot.ts';

/** Node's flags and the settings with which `npm start` starts Crier, for a forked process that is measured. */
export const AS_STARTED = {
  execArgv: START_FLAGS,
  env: { ...process.env, ...START_SETTINGS },
};
