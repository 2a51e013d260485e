/** A line of a Dockerfile: `COPY`, and what follows it. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A Dockerfile's instructions, continued lines joined and comments left out. */
export function readDockerfile(text: string): Instruction[] {
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name: name.toUpperCase(), rest: rest.trim() }];
  });
}

/** `--from=x --chown=a:b src dest` as its options and words. */
export function readWords(rest: string): { readonly options: ReadonlyMap<string, string>; readonly words: string[] } {
  const options = new Map<string, string>();
  const words = rest.split(/\s+/).filter((word) => {
    const [, name, value] = /^--([\w-]+)=(.*)$/.exec(word) ?? [];
    if (name !== undefined) options.set(name, value ?? '');
    return name === undefined;
  });
  return { options, words };
}

/** Whether a path of the context is sent to the build: the last line of `.dockerignore` that names it or a folder above it decides. */
export function isSent(path: string, ignore: string): boolean {
  let sent = true;
  for (const line of ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    if (patternOf(line.replace(/^!/, '')).test(path)) sent = line.startsWith('!');
  return sent;
}

function patternOf(glob: string): RegExp {
  const text = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/(\*\*\/)|(\*)/g, (_, folders) => (folders ? '(.*/)?' : '[^/]*'));
  return new RegExp(`^${text}(/.*)?$`);
}
