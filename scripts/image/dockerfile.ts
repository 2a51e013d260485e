export interface Instruction {
  /** In capitals, such as COPY. */
  readonly keyword: string;
  /** `--from=packages` is `{ from: 'packages' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** The text after keyword and flags, on one line. */
  readonly text: string;
  /** The words of `text`, or the elements of the JSON form. */
  readonly words: readonly string[];
}

/** The instructions from one FROM to the next. */
export interface Stage {
  readonly from: Instruction;
  /** The name after AS. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** @throws Error if an instruction precedes the first FROM */
export function readDockerfile(source: string): Stage[] {
  const stages: { from: Instruction; name: string | null; instructions: Instruction[] }[] = [];
  for (const line of logicalLines(source)) {
    const instruction = readInstruction(line);
    const stage = stages.at(-1);
    if (instruction.keyword === 'FROM') {
      const [, as, name] = instruction.words;
      stages.push({ from: instruction, name: as?.toUpperCase() === 'AS' ? (name ?? null) : null, instructions: [] });
    } else if (stage === undefined) throw new Error(`${line} stands before the first FROM`);
    else stage.instructions.push(instruction);
  }
  return stages;
}

/** Joins continued lines. Comments and empty lines are dropped. */
function logicalLines(source: string): string[] {
  const kept = source.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return kept
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
}

function readInstruction(line: string): Instruction {
  const [, keyword = '', flags = '', text = ''] = /^\s*(\w+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
  const given = [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
  return { keyword: keyword.toUpperCase(), flags: Object.fromEntries(given), text, words: readWords(text) };
}

/** Returns the words of `["node", "src/main.ts"]` or of `node src/main.ts`. */
export function readWords(text: string): string[] {
  return text.startsWith('[') ? JSON.parse(text) : text.split(/\s+/);
}
