import manifest from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';

export const VERSION = manifest.version;

/** Returns the user agent of requests to the data service: `Crier/<version> (+contact)`. */
export function userAgentOf({ CONTACT }: Pick<Config, 'CONTACT'>): string {
  const contact = CONTACT ? ` (+${CONTACT})` : '';
  return `Crier/${VERSION}${contact}`;
}
