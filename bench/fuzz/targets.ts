import { frames } from './frames.ts';
import { imports } from './imports.ts';
import { options } from './options.ts';
import { snapshots } from './snapshots.ts';
import { snbt } from './snbt.ts';
import type { Target } from './target.ts';

/** The targets that run without a world. */
export const TARGETS: readonly Target[] = [frames, snapshots, snbt, options, imports];
