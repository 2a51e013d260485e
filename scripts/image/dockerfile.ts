/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals, such as COPY. */
  readonly keyword: string;
  /** `--from=packages` is `{ from: 'packages' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What stands after keyword and flags, on one line. */
  readonly text: string;
  /** The same word by word; of the form in brackets, what they hold. */
  readonly words: readonly string[];
}

/** What begins with a FROM. */
export interface Stage {
  readonly from: Instruction;
  /** The name after AS. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** @throws Error where something stands before the first FROM */
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

/** Without comments and empty lines; what ends in a backslash goes on in the next. */
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

/** The words of `["node", "src/main.ts"]`, or of `node src/main.ts`. */
export function readWords(text: string): string[] {
  return text.startsWith('[') ? JSON.parse(text) : text.split(/\s+/);
}
