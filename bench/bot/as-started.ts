import process from 'node:process';

/** The flags and settings of a process that `npm start` gives Crier, for one that is forked to be measured. */
export const AS_STARTED = {
  execArgv: ['--max-semi-space-size=4'],
  env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '65536' },
};
