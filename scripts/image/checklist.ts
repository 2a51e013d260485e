import process from 'node:process';

/** Prints the result of each check, one per line. */
export class Checklist {
  #failed = 0;

  carriedOut(step: string): void {
    process.stdout.write(`     ${step.length > 110 ? `${step.slice(0, 109)}…` : step}\n`);
  }

  /** @param found printed if the check fails */
  check(what: string, holds: boolean, found: unknown = ''): void {
    if (!holds) this.#failed += 1;
    process.stdout.write(`${holds ? ' ok ' : 'NOT '} ${what}${holds ? '' : `:\n${String(found).slice(-3_000)}`}\n`);
  }

  skipped(what: string): void {
    process.stdout.write(`  -  ${what}\n`);
  }

  /** The exit code of the process. */
  get exitCode(): number {
    return this.#failed === 0 ? 0 : 1;
  }
}
