import { formatOperatorFault, OperatorFault } from './faults/operator-fault.ts';
import { hideSecrets } from './log/hide-secrets.ts';

const hide = hideSecrets([]);

/**
 * Faults that the operator can mend are said in plain words; a stack trace would only hide them. Of any other the stack trace is shown, and
 * none of the error's own fields: a webhook's address with its token may be among them.
 */
export function formatFault(error: unknown): string {
  if (isModuleMissing(error)) return `Crier cannot start: ${error.message}. Run npm ci first.`;
  const said = formatOperatorFault(error);
  if (said !== null) return error instanceof OperatorFault ? said : `Crier cannot go on: ${said}`;
  return hide(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function isModuleMissing(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
