import { registerHooks } from 'node:module';
import process from 'node:process';

/**
 * Preloaded into the bot. `SIGNAL_AT` sends SIGTERM when that module is imported. `STAND_IN` is source that replaces
 * `start.ts`.
 */
const { SIGNAL_AT, STAND_IN } = process.env;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === SIGNAL_AT) process.kill(process.pid, 'SIGTERM');
    return next(specifier, context);
  },
  load(url, context, next) {
    if (STAND_IN === undefined || !url.endsWith('/src/start.ts')) return next(url, context);
    return { format: 'module', source: STAND_IN, shortCircuit: true };
  },
});
