import process from 'node:process';
import { createRandom } from '../../sandbox/economy/random.ts';
import { heldBytes } from '../memory/garbage.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

/** The share of valid cases. */
const SOUND = 0.2;
/** CPU time of this thread, since on a busy machine even a short read may take long by the clock. */
const STALL_MS = 50;
/** Garbage collection takes CPU time, too, so the shortest of these attempts counts. */
const TRIES = 3;
/** Share of the run after which code is compiled and caches are filled. */
const WARM = 1 / 3;
const NEXT_TURN = 1_000;

/** A text, and what is wrong with how it was read. */
export interface Finding {
  readonly case: number;
  readonly text: string;
  readonly fault: string;
}

export interface FuzzResult {
  readonly cases: number;
  readonly accepted: number;
  readonly findings: readonly Finding[];
  readonly slowestMs: number;
  /** Growth of the heap from a third of the run to its end; null if the run ended before that. */
  readonly grownMb: number | null;
  readonly seconds: number;
}

/**
 * Feeds a target `cases` texts, the same for the same seed. Ends at the fifth finding.
 * @param stallMs a slower read is a finding; Infinity on a machine that is busy with other work
 */
export async function fuzz(target: Target, cases: number, seed: number, stallMs = STALL_MS): Promise<FuzzResult> {
  const began = performance.now();
  const random = createRandom(seed);
  const findings: Finding[] = [];
  let [accepted, slowestMs] = [0, 0];
  let warmBytes: number | null = null;
  let done = 0;
  for (; done < cases && findings.length < MOST_FINDINGS; done += 1) {
    if (done === Math.floor(cases * WARM)) warmBytes = await heldBytes();
    const isSound = random.chance(SOUND);
    const sound = target.sound(random);
    const text = isSound ? sound : mutate(sound, random);
    const first = await runOnce(target, text, seed + done);
    let { durationMs } = first;
    for (let again = 1; again < TRIES && durationMs > stallMs; again += 1)
      durationMs = Math.min(durationMs, (await runOnce(target, text, seed + done)).durationMs);
    slowestMs = Math.max(slowestMs, durationMs);
    accepted += Number(first.accepted);
    const fault =
      first.fault ??
      (isSound && !first.accepted
        ? 'is valid, but refused'
        : durationMs > stallMs && target.waits !== true
          ? `takes ${durationMs.toFixed(0)} ms`
          : null);
    if (fault !== null) findings.push({ case: done, text: await smallest(target, text, fault, seed + done), fault });
    // Other work of the event loop gets a turn.
    if (done % NEXT_TURN === 0) await new Promise(setImmediate);
  }
  const grownMb = warmBytes === null ? null : ((await heldBytes()) - warmBytes) / 1e6;
  return { cases: done, accepted, findings, slowestMs, grownMb, seconds: (performance.now() - began) / 1_000 };
}

const MOST_FINDINGS = 5;

async function runOnce(target: Target, text: string, seed: number) {
  const began = process.threadCpuUsage();
  const verdict = await read(target, text, seed);
  const { user, system } = process.threadCpuUsage(began);
  return { ...verdict, durationMs: (user + system) / 1_000 };
}

/** An exception is a fault, too: a parser of external input must refuse it with a message. */
async function read(target: Target, text: string, seed: number) {
  try {
    return await target.read(text, createRandom(seed));
  } catch (error) {
    return { accepted: false, fault: `throws ${error}` };
  }
}

/** The shortest text with the same fault that leaving out halves, quarters and so on finds. */
async function smallest(target: Target, text: string, fault: string, seed: number): Promise<string> {
  let least = text;
  for (let span = Math.ceil(text.length / 2); span >= 1; span = Math.floor(span / 2)) {
    for (let from = 0; from < least.length; ) {
      const shorter = least.slice(0, from) + least.slice(from + span);
      if ((await read(target, shorter, seed)).fault === fault) least = shorter;
      else from += span;
    }
  }
  return least;
}
