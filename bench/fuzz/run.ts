import process from 'node:process';
import { createRandom } from '../../sandbox/economy/random.ts';
import { heldBytes } from '../memory/garbage.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

/** Of all cases, so many are sound. */
const SOUND = 0.2;
/** Of this thread's CPU time: a busy machine makes a short read wait long. */
const STALL_MS = 50;
/** Collecting garbage takes CPU time, too: what counts is the least of so many. */
const TRIES = 3;
/** By then what is compiled and cached is there. */
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
  /** Held once all is over more than after a third; null if it ended before. */
  readonly grownMb: number | null;
  readonly seconds: number;
}

/**
 * Gives a target so many texts, the same ones for the same seed; ends at the fifth finding.
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
    const first = await look(target, text, seed + done);
    let { tookMs } = first;
    for (let again = 1; again < TRIES && tookMs > stallMs; again += 1)
      tookMs = Math.min(tookMs, (await look(target, text, seed + done)).tookMs);
    slowestMs = Math.max(slowestMs, tookMs);
    accepted += Number(first.accepted);
    const fault =
      first.fault ??
      (isSound && !first.accepted
        ? 'is sound, and refused'
        : tookMs > stallMs && target.waits !== true
          ? `takes ${tookMs.toFixed(0)} ms`
          : null);
    if (fault !== null) findings.push({ case: done, text: await smallest(target, text, fault, seed + done), fault });
    // Whoever else is at work has their turn.
    if (done % NEXT_TURN === 0) await new Promise(setImmediate);
  }
  const grownMb = warmBytes === null ? null : ((await heldBytes()) - warmBytes) / 1e6;
  return { cases: done, accepted, findings, slowestMs, grownMb, seconds: (performance.now() - began) / 1_000 };
}

const MOST_FINDINGS = 5;

async function look(target: Target, text: string, seed: number) {
  const began = process.threadCpuUsage();
  const verdict = await read(target, text, seed);
  const { user, system } = process.threadCpuUsage(began);
  return { ...verdict, tookMs: (user + system) / 1_000 };
}

/** What is thrown is a fault, too: whoever reads what others write refuses it in words. */
async function read(target: Target, text: string, seed: number) {
  try {
    return await target.read(text, createRandom(seed));
  } catch (error) {
    return { accepted: false, fault: `throws ${error}` };
  }
}

/** The same fault with as little text as leaving out halves, quarters and so on finds. */
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
