/**
 * Returns whether Docker receives a file of the checkout. The last line of `.dockerignore` that matches the file or a
 * folder above it decides; a line with `!` includes it again.
 */
export function readDockerIgnore(source: string): (path: string) => boolean {
  const rules = source
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ matches: toPattern(line.replace(/^!/, '')), isGiven: line.startsWith('!') }));
  return (path) => {
    const parts = path.split('/');
    const withFolders = parts.map((_, count) => parts.slice(0, count + 1).join('/'));
    return rules.findLast(({ matches }) => withFolders.some((one) => matches.test(one)))?.isGiven ?? true;
  };
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** Converts a glob by Docker's rules: unlike a shell's, a star also matches a leading dot. */
function toPattern(glob: string): RegExp {
  const text = glob.replaceAll(/\*\*\/|\*\*|[*?]|[.+^$(){}|[\]\\]/g, (part) => WILD[part] ?? `\\${part}`);
  return new RegExp(`^${text}$`);
}
