import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import egg from '../ops/pterodactyl/egg-crier.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { START_FLAGS, START_SETTINGS } from '../sandbox/bot.ts';
import { readDockerIgnore } from '../scripts/image/docker-ignore.ts';
import { readDockerfile } from '../scripts/image/dockerfile.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const stages = readDockerfile(read('Dockerfile'));
const last = stages.at(-1)?.instructions ?? [];
const wordsOf = (keyword: string) => last.filter((one) => one.keyword === keyword).map(({ words }) => words);

test('the image has one base, with the Node version of development, pinned by digest', () => {
  const bases = new Set(stages.map(({ from }) => from.words[0]));
  expect(bases.size).toBe(1);
  const [, version, digest] = /^node:([\d.]+)-slim@sha256:(\w+)$/.exec([...bases].join()) ?? [];
  expect(version).toBe(manifest.devDependencies.node);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

/** Image and panel have the right Node. */
const START = manifest.scripts.start.replace('-r ./scripts/needs-node.cjs ', '');

test('the image runs as an unprivileged user with the flags of npm start, and has a health check', () => {
  expect(wordsOf('USER')).toEqual([['node']]);
  expect(wordsOf('CMD')).toEqual([['node', ...START_FLAGS, 'src/main.ts']]);
  expect(wordsOf('ENV').flat()).toEqual(
    expect.arrayContaining(Object.entries(START_SETTINGS).map(([name, value]) => `${name}=${value}`)),
  );
  expect(wordsOf('VOLUME')).toEqual([['/app/data']]);
  expect(wordsOf('HEALTHCHECK')).toHaveLength(1);
  expect(START).toBe('MALLOC_MMAP_THRESHOLD_=131072 exec node --max-semi-space-size=4 src/main.ts');
});

test('the Docker context has exactly the files that the bot needs', () => {
  const isGiven = readDockerIgnore(read('.dockerignore'));
  const given = globSync('**/*', { cwd: ROOT, exclude: ['node_modules', '.git'] }).filter(isGiven);
  expect(new Set(given.map((path) => path.split('/', 1)[0]))).toEqual(
    new Set(['LICENSE', 'package.json', 'package-lock.json', 'stubs', 'src', 'commands']),
  );
  expect(given.filter((path) => /sandbox|\.md$|\.test\.ts$/.test(path))).toEqual([]);
  for (const path of ['src/main.ts', 'src/backup/main.ts', 'src/move/main.ts', 'commands/index.ts', '.npmrc'])
    expect({ path, isGiven: isGiven(path) && existsSync(join(ROOT, path)) }).toEqual({ path, isGiven: true });
  for (const path of [
    '.env',
    '.git/config',
    'data/crier.sqlite',
    'node_modules/zod/package.json',
    'test/image.test.ts',
  ])
    expect({ path, isGiven: isGiven(path) }).toEqual({ path, isGiven: false });
});

test('compose drops privileges that Crier does not need, and pins the database’s minor version', () => {
  const compose = read('compose.yaml');
  for (const line of ['init: true', 'read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
    expect(compose).toContain(`    ${line}\n`);
  expect(compose).toMatch(/image: postgres:\d+\.\d+-/);
  // One service for one or several processes, so that every command is the same.
  expect([...compose.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name)).toEqual(['crier', 'postgres']);
});

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });

test.each(workflows)('%s pins its actions, and declares its permissions', (path) => {
  const text = read(path);
  const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, what = '']) => !what.startsWith('./'));
  expect(used.length).toBeGreaterThan(0);
  const loose = used.filter(
    ([, what = '', comment = '']) => !(/@[0-9a-f]{40}$/.test(what) && /^ # v\d+\.\d+\.\d+$/.test(comment)),
  );
  expect(loose.map(([line]) => line)).toEqual([]);
  for (const [, image = ''] of text.matchAll(/ (?:container|image): (\S+)/g))
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  expect(text).toMatch(/^permissions:/m);
});

test('CI is privileged and starts the image; the image workflow runs all tests and lists its content', () => {
  expect(read('.github/workflows/ci.yml')).toMatch(/image: node:\S+\n(?: +#.*\n)* +options: --privileged\n/);
  expect(read('.github/workflows/ci.yml')).toContain('run: .ci/image\n');
  const text = read('.github/workflows/image.yml');
  expect(text).toContain('needs: tests');
  expect(text).toContain('test "$GITHUB_REF_NAME" = "v$(jq -r .version package.json)"');
  expect(text).toContain('platforms: linux/amd64,linux/arm64');
  expect(text).toMatch(/provenance: mode=max\n +sbom: true/);
});

/** The requirements of the panel for a file in its format PTDL_v2. */
test('the egg has everything that Pterodactyl reads, and starts like npm start', () => {
  expect(egg.meta.version).toBe('PTDL_v2');
  expect(Object.values(egg.docker_images)).toEqual([expect.stringMatching(/^ghcr\.io\/\S+:nodejs_24$/)]);
  for (const text of [egg.config.files, egg.config.logs]) expect(JSON.parse(text)).toEqual({});
  expect(JSON.parse(egg.config.startup)).toEqual({ done: 'Crier is ready' });
  expect(read('src/composition/connect.ts')).toContain("'Crier is ready'");
  expect(`${egg.startup}`).toBe(`${START.replace('exec ', '')} {{CRIER_ARGS}}`);
  expect(egg.scripts.installation).toMatchObject({ entrypoint: 'bash', script: expect.not.stringContaining('\r') });
  for (const variable of egg.variables) {
    expect(variable.env_variable).toMatch(/^[A-Z][A-Z_]*$/);
    expect(variable.rules).toMatch(/^(required|nullable)\|/);
    expect(variable).toMatchObject({ user_viewable: true, user_editable: true, field_type: 'text' });
  }
});
