import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type DemoWorld, openDemoWorld } from '../../../sandbox/demo/demo-world.ts';
import { replayPast } from '../../../sandbox/demo/replay-past.ts';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { missingChromium } from './newcomer.ts';
import { openCamera, SIZES, type Size, THEMES, type Theme } from './pictures/camera.ts';
import { writeContactSheet } from './pictures/contact-sheet.ts';
import { takeReadmePictures } from './pictures/readme.ts';
import type { Scene } from './pictures/scene.ts';
import { SCENES } from './pictures/scenes.ts';
import { openStage, sandboxOf } from './pictures/stage.ts';

const LANGUAGES = ['en-US', 'de', 'ja', 'en-XA'];

/**
 * `npm run pictures` takes a picture of every kind of message, in each language, size and theme, into
 * `artifacts/pictures`. `-- --scene shop --scene price --lang de --phone --dark` selects some, `--out <folder>` sets
 * the folder, `--shops 2000` opens a smaller world faster, and `--readme` takes the README's pictures instead.
 */
const { values: chosen } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true },
    lang: { type: 'string', multiple: true, default: LANGUAGES },
    phone: { type: 'boolean' },
    desktop: { type: 'boolean' },
    light: { type: 'boolean' },
    dark: { type: 'boolean' },
    out: { type: 'string' },
    shops: { type: 'string', default: '4600' },
    seed: { type: 'string', default: '3' },
    readme: { type: 'boolean' },
  },
});

function folderOf(path: string): string {
  return chosen.out ?? fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** Returns the requested scenes, by default all. @throws Error that lists the scenes if a name is unknown */
function scenesToPlay(): readonly Scene[] {
  const names = SCENES.map(({ name }) => name);
  const unknown = chosen.scene?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no scene “${unknown}”. The scenes are: ${names.join(', ')}.`);
  return SCENES.filter(({ name }) => chosen.scene?.includes(name) ?? true);
}

/** Returns the requested flags, by default all. */
function flagged<Name extends Size | Theme>(names: readonly Name[]): readonly Name[] {
  const wanted = names.filter((name) => chosen[name]);
  return wanted.length > 0 ? wanted : names;
}

async function takeAll(world: DemoWorld, folder: string): Promise<void> {
  const scenes = scenesToPlay();
  const purposes = scenes.flatMap((scene) => scene.purposes ?? []);
  const stages = chosen.lang.map((locale) => openStage(world, locale, purposes));
  const page = await startPage(sandboxOf(world, stages, purposes));
  const sizes = flagged(Object.keys(SIZES).filter((name): name is Size => name in SIZES));
  const camera = await openCamera(page.url, { folder, sizes, themes: flagged(THEMES) });
  const files: string[] = [];
  for (const scene of scenes) {
    try {
      const shots = await scene.play(stages);
      for (const shot of shots) files.push(...(await camera.take(scene.name, shot)));
      say(`${scene.name}: ${shots.length} messages`);
    } catch (error) {
      process.exitCode = 1; // the other pictures are still taken
      say(`${scene.name} failed: ${String(error)}`);
    }
  }
  say(`${files.length} pictures: ${writeContactSheet(folder, files)}`);
  for (const hint of camera.missingFonts) say(hint);
  for (const error of new Set(camera.pageErrors)) say(`The page told of an error: ${error}`);
  await camera.leave();
  await page.close();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (missingChromium) throw new Error(`The pictures ${missingChromium}.`);
const { signal } = new AbortController();
const world = await openDemoWorld({ seed: Number(chosen.seed), shops: Number(chosen.shops), stop: signal });
try {
  await replayPast(world, signal);
  if (chosen.readme) {
    const page = await startPage(world);
    await takeReadmePictures(world, page.url, folderOf('docs'));
    await page.close();
  } else {
    await takeAll(world, folderOf('artifacts/pictures'));
  }
} finally {
  await world.close();
}
process.exit();
