import type { RESTOptions } from 'discord.js';
import { beforeDeadline, type DeadlineClock } from '../time/deadline.ts';

type Send = RESTOptions['makeRequest'];

/** Discord answers a request within a second or two; the default of discord.js. */
export const ANSWER_MS = 15_000;

/** A backstop behind `limitAnswers`: the `timeout` of discord.js includes our own work and waits for the rate limiter. */
export const REST_TIMEOUT_MS = 10 * 60_000;

/** Limits how long Discord may take for the head of each answer. discord.js treats the error as its own time-out. */
export function limitAnswers(send: Send, clock: DeadlineClock): Send {
  return (url, init) =>
    beforeDeadline({ ms: ANSWER_MS, clock, signal: init.signal ?? undefined, reason: aborted }, (signal) =>
      send(url, { ...init, signal }),
    );
}

function aborted(): DOMException {
  return new DOMException(`no answer within ${ANSWER_MS / 1_000} s`, 'AbortError');
}
