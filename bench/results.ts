import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import process from 'node:process';
import type { Bench } from './benches.ts';
import { formatFigures, formatNumber } from './figures.ts';
import { GOALS } from './goals.ts';
import { markdownTable } from './markdown-table.ts';
import type { Report } from './report.ts';

export interface Result {
  readonly bench: Bench;
  /** The output of the bench. */
  readonly text: string;
  readonly figures: Report;
  readonly seconds: number;
}

/** `page`: the whole of RESULTS.md. `goals`: its table of goals alone. */
export function formatResults(
  results: readonly Result[],
  startedAt: Date,
): { readonly page: string; readonly goals: string } {
  const goals = formatGoals(Object.assign({}, ...results.map(({ figures }) => figures)));
  const details = results.map(
    ({ bench: { title, name, isMarkdown }, text, seconds }) =>
      `## ${title}\n\n\`bench/${name}.ts\`, ${formatNumber(seconds / 60)} minutes\n\n${isMarkdown ? text : `\`\`\`text\n${text}\`\`\`\n`}`,
  );
  return {
    goals,
    page: [`${HEAD}\n\n${machine(startedAt)}\n`, `## Goals\n\n${READING}\n\n${goals}`, ...details].join('\n'),
  };
}

const HEAD = '# Benchmarks\n\nWritten by `npm run bench`.';

const READING = `"× parse" is the ratio of CPU time to the main thread's for JSON.parse of the same body, parsed in the same process
(for the whole bot: in another one) between two measurements. A median is followed by the range of this run's
measurements; a later run should fall into it. "Before" is Crier 0.3.0 on the machine that set the goals.`;

function formatGoals(figures: Report): string {
  const rows = GOALS.map(({ id, job, unit, before, goal, isRate = false }) => {
    const of = figures[id];
    const measured = of ? [formatFigures(of), formatNumber(isRate ? of.most : of.least)] : ['not measured', ''];
    return [job, unit, before, goal, ...measured];
  });
  return markdownTable(['job', 'unit', 'before', 'goal', 'median', 'best'], rows);
}

function machine(startedAt: Date): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '../src', '../commands') !== '';
  const facts = [
    startedAt.toISOString().slice(0, 10),
    `commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    `Node ${process.versions.node}`,
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${formatNumber(totalmem() / 2 ** 30)} GiB`,
    `load at the end ${formatNumber(loadavg()[0] ?? 0)}`,
  ];
  return `${facts.join(', ')}.`;
}
