import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { BASE_ENVIRONMENT, networkEnvironment } from './base.ts';
import { runStep } from './container.ts';
import { readDockerIgnore } from './docker-ignore.ts';
import { type Instruction, readWords, type Stage } from './dockerfile.ts';

/** The result of a Dockerfile. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly volumes: readonly string[];
}

interface Build {
  /** The checkout. */
  readonly context: string;
  /** The text of `.dockerignore`. */
  readonly ignore: string;
  /** A root file system with the content of the base image. */
  readonly base: string;
  /** The folder for the root file systems. */
  readonly folder: string;
  /** The value of each ARG. */
  readonly args: Readonly<Record<string, string>>;
  readonly carriedOut: (step: string) => void;
}

/**
 * Carries out a Dockerfile step by step, each stage in a copy of the base's root.
 * @returns the image of the last stage
 * @throws Error if a step fails, or is of an unknown kind
 */
export function buildImage(stages: readonly Stage[], build: Build): Image {
  const made = new Map<string, string>();
  let image: Image | null = null;
  for (const [at, stage] of stages.entries()) {
    const root = join(build.folder, `stage-${at}`);
    execFileSync('cp', ['-a', build.base, root]);
    build.carriedOut(`FROM ${stage.from.text}: Debian bookworm with Node 24 stands in for it`);
    image = buildStage(stage, root, made, build);
    if (stage.name !== null) made.set(stage.name, root);
  }
  if (image === null) throw new Error('there is no FROM');
  return image;
}

function buildStage(stage: Stage, root: string, made: ReadonlyMap<string, string>, build: Build): Image {
  const image = {
    root,
    environment: { ...BASE_ENVIRONMENT } as Record<string, string>,
    folder: '/',
    user: 'root',
    command: [] as string[],
    healthCheck: [] as string[],
    volumes: [] as string[],
  };
  const args: Record<string, string> = {};
  const carryOut = ({ keyword, flags, text, words }: Instruction): void => {
    switch (keyword) {
      case 'ARG':
        args[text] = build.args[text] ?? '';
        return;
      case 'ENV':
        for (const word of words) image.environment[word.split('=', 1)[0] ?? ''] = word.slice(word.indexOf('=') + 1);
        return;
      case 'WORKDIR':
        image.folder = posix.resolve(image.folder, text);
        mkdirSync(join(root, image.folder), { recursive: true });
        return;
      case 'COPY': {
        const from = flags.from === undefined ? null : made.get(flags.from);
        if (from === undefined) throw new Error(`there is no stage ${flags.from}`);
        copy({ words, from, to: image, owner: flags.chown }, build);
        return;
      }
      case 'RUN': {
        const environment = { HOME: '/root', ...image.environment, ...args, ...networkEnvironment() };
        runStep({ ...image, environment }, ['/bin/sh', '-c', text]);
        return;
      }
      case 'USER':
        image.user = text;
        return;
      case 'VOLUME':
        image.volumes.push(text);
        return;
      case 'HEALTHCHECK':
        image.healthCheck = readWords(text.replace(/^CMD\s+/, ''));
        return;
      case 'CMD':
        image.command = [...words];
        return;
      default:
        throw new Error(`the instruction ${keyword} is unknown`);
    }
  };
  for (const instruction of stage.instructions) {
    carryOut(instruction);
    build.carriedOut(`${instruction.keyword} ${instruction.text}`);
  }
  return image;
}

interface Copy {
  /** The sources, and the target last. */
  readonly words: readonly string[];
  /** Another stage's root, or null for the checkout. */
  readonly from: string | null;
  readonly to: Pick<Image, 'root' | 'folder'>;
  /** The value of `--chown`. Undefined for root. */
  readonly owner: string | undefined;
}

/** Copies files, and of a folder its content. */
function copy({ words, from, to, owner }: Copy, { context, ignore, folder }: Build): void {
  const target = posix.resolve(to.folder, words.at(-1) ?? '');
  const isFolder = (words.at(-1) ?? '').endsWith('/') || words.length > 2;
  const gathered = join(folder, 'copied');
  mkdirSync(gathered);
  const isGiven = readDockerIgnore(ignore);
  for (const source of words.slice(0, -1)) {
    const path = join(from ?? context, source);
    if (!statSync(path).isDirectory()) {
      if (from === null && !isGiven(source)) throw new Error(`.dockerignore leaves ${source} out`);
      cpSync(path, join(gathered, isFolder ? basename(source) : basename(target)));
    } else if (from !== null) execFileSync('cp', ['-a', `${path}/.`, gathered]);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        const within = file.slice(path.length + 1);
        if (!entry.isDirectory() && isGiven(posix.join(source, within))) cpSync(file, join(gathered, within));
      }
  }
  const isFile = !isFolder && !statSync(join(from ?? context, words[0] ?? '')).isDirectory();
  const place = isFile ? posix.dirname(target) : target;
  mkdirSync(join(to.root, place), { recursive: true });
  execFileSync('mv', [gathered, join(to.root, 'copied')]);
  // The target folder keeps its owner.
  const own = `find /copied -mindepth 1 -exec chown -h ${owner ?? 'root:root'} {} +`;
  execFileSync('/usr/sbin/chroot', [to.root, 'sh', '-c', `${own} && cp -a /copied/. '${place}'`]);
  rmSync(join(to.root, 'copied'), { recursive: true });
}
