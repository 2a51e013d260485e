import process from 'node:process';

/** Prints what was shown, a line each. */
export class Checklist {
  #failed = 0;

  carriedOut(step: string): void {
    process.stdout.write(`     ${step.length > 110 ? `${step.slice(0, 109)}…` : step}\n`);
  }

  /** @param found what is said where it does not hold */
  check(what: string, holds: boolean, found: unknown = ''): void {
    if (!holds) this.#failed += 1;
    process.stdout.write(`${holds ? ' ok ' : 'NOT '} ${what}${holds ? '' : `:\n${String(found).slice(-3_000)}`}\n`);
  }

  skipped(what: string): void {
    process.stdout.write(`  -  ${what}\n`);
  }

  /** What the process ends with. */
  get exitCode(): number {
    return this.#failed === 0 ? 0 : 1;
  }
}
