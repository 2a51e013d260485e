import { formatOperatorFault, OperatorFault } from './faults/operator-fault.ts';
import { hideSecrets } from './log/hide-secrets.ts';

const hide = hideSecrets([]);

/**
 * Formats an error for stderr. A fault that the operator can fix is printed as sentences; any other as its stack trace,
 * without the error's own fields, which may hold a webhook's address with its token.
 */
export function formatFault(error: unknown): string {
  if (isModuleMissing(error)) return `Crier cannot start: ${error.message}. Run npm ci first.`;
  const sentence = formatOperatorFault(error);
  if (sentence !== null) return error instanceof OperatorFault ? sentence : `Crier cannot go on: ${sentence}`;
  return hide(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function isModuleMissing(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
