import { listSettings, type Setting } from '../src/config.ts';

const COMMENT_WIDTH = 118;

export function configurationPage(): string {
  const rows = listSettings().map(
    ({ name, about, rule, standard, isRequired }) =>
      `| \`${name}\` | ${isRequired ? '**required**' : standard === null ? '–' : `\`${standard}\``} | ${about} | ${rule.replace(/^must be /, '')} |`,
  );
  return `# Configuration

Crier reads its environment, and the file \`.env\` if it exists (\`cp .env.example .env\`); the environment has precedence.
At the start all invalid settings are reported in one message. \`npm start -- --check\` also tests them against Discord,
the service and the store.

| setting | default | meaning | value |
|---|---|---|---|
${rows.join('\n')}

Made by \`npm run docs\` from \`src/config.ts\`; do not edit.
`;
}

export function exampleEnvironment(): string {
  const [required, others] = [listSettings().filter(isRequired), listSettings().filter((one) => !isRequired(one))];
  return [
    '# Copy to .env and fill in the first two. Made by npm run docs from src/config.ts; do not edit.',
    '',
    ...required.flatMap(({ name, about }) => [...comment(about), `${name}=`]),
    '',
    '# Optional settings with their defaults. Remove the # to change one.',
    ...others.flatMap(({ name, about, standard }) => ['', ...comment(about), `#${name}=${standard ?? ''}`]),
    '',
  ].join('\n');
}

const isRequired = (setting: Setting) => setting.isRequired;

/** Wraps a text into lines of a comment. */
function comment(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = `${lines[last]} ${word}`;
    if (longer.length > COMMENT_WIDTH) lines.push(` ${word}`);
    else lines[last] = longer;
  }
  return lines.map((line) => `#${line}`);
}
