import process from 'node:process';
import { START_FLAGS, START_SETTINGS } from '../../sandbox/bot.ts';

/** The flags and settings of a process that `npm start` gives Crier, for one that is forked to be measured. */
export const AS_STARTED = {
  execArgv: START_FLAGS,
  env: { ...process.env, ...START_SETTINGS },
};
