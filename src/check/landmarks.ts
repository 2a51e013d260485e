import type { Config } from '../config.ts';
import { readSource } from '../places/landmark-source.ts';
import { MOST_LANDMARKS } from '../places/read-landmarks.ts';
import { systemClock } from '../time/clock.ts';
import { userAgentOf } from '../version.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Reads the landmarks. Without LANDMARKS there is nothing to check. */
export async function checkLandmarks(config: Config): Promise<Finding[]> {
  const { LANDMARKS: source } = config;
  if (source === undefined) return [];
  const parts = { source, userAgent: userAgentOf(config), proxies: config, clock: systemClock };
  const answer = await readSource(parts, new AbortController().signal);
  if (!answer.ok) return [failed('Landmarks', `LANDMARKS cannot be read (${answer.why}). ${answer.cure}`)];
  const { landmarks, invalid, repeated, beyond } = answer.read;
  const worlds = [...new Set(landmarks.map(({ world }) => world ?? 'the Overworld'))];
  const leftOut = [
    invalid > 0 && `${invalid} without a name, x or z`,
    repeated > 0 && `${repeated} repeated`,
    beyond > 0 && `${beyond} beyond the limit of ${MOST_LANDMARKS}`,
  ].filter((part) => part !== false);
  const left = leftOut.length === 0 ? '' : ` Left out: ${leftOut.join(', ')}.`;
  return [passed('Landmarks', `${landmarks.length} read, in ${worlds.slice(0, 5).join(', ')}.${left}`)];
}
