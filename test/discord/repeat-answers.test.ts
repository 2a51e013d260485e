import { expect, test } from 'vitest';
import { repeatAnswers } from '../../src/discord/interactions/repeat-answers.ts';
import { AddressBanned, Unanswered } from '../../src/discord/rest/faults.ts';
import { yieldToEventLoop } from '../../src/time/cooperate.ts';
import { recordingLog } from '../log/recording-log.ts';

const CALLBACK = 'http://127.0.0.1:9/api/v10/interactions/1000000000000000001/token/callback';

const FOLLOW_UP = 'http://127.0.0.1:9/api/v10/webhooks/1000000000000000001/token?wait=true';

const taken = () => Response.json({ code: 40060, message: 'already acknowledged' }, { status: 400 });
const limited = () => Response.json({ retry_after: 1 }, { status: 429 });
const cut = () => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** Sends acknowledgements to a Discord with these responses, in turn. */
function answering(...answers: (Response | Error)[]) {
  const asked: string[] = [];
  const clock = { monotonic: () => 0, idle: () => 0, sleep: yieldToEventLoop };
  const send = repeatAnswers(
    async (url) => {
      asked.push(url);
      const answer = answers.shift() ?? new Error('more than was expected');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { clock, random: () => 0, log: recordingLog() },
  );
  const post = (url: string, signal?: AbortSignal) =>
    send(url, { method: 'POST', body: '{}', ...(signal && { signal }) });
  return { asked, acknowledge: () => post(CALLBACK), followUp: (signal?: AbortSignal) => post(FOLLOW_UP, signal) };
}

test('an acknowledgement refused as already done after an own attempt counts as done', async () => {
  expect(await answering(cut(), taken()).acknowledge()).toMatchObject({ status: 204 });
});

test('an acknowledgement refused as already done at the first attempt was another client’s', async () => {
  expect(await answering(taken()).acknowledge()).toMatchObject({ status: 400 });
});

test('the earlier attempt counts when discord.js repeats after a rate limit', async () => {
  const discord = answering(cut(), limited(), taken());
  expect(await discord.acknowledge()).toMatchObject({ status: 429 });
  expect(await discord.acknowledge()).toMatchObject({ status: 204 });
});

test('earlier attempts count when Crier apologises after no response at all', async () => {
  const discord = answering(cut(), cut(), cut(), cut(), taken());
  await expect(discord.acknowledge()).rejects.toThrow(Unanswered);
  expect(await discord.acknowledge()).toMatchObject({ status: 204 });
});

test('a programming error is neither repeated nor attributed to Discord', async () => {
  const discord = answering(new TypeError('invalid header'));
  await expect(discord.acknowledge()).rejects.toThrow(TypeError);
  expect(discord.asked).toHaveLength(1);
});

test.each([
  ['a 500', Response.json({}, { status: 500 })],
  ['a cut', cut()],
])('a follow-up whose outcome is hidden by %s is not sent again', async (_, hidden) => {
  const discord = answering(hidden);
  await expect(discord.followUp()).rejects.toThrow(Unanswered);
  expect(discord.asked).toHaveLength(1);
});

test('a follow-up without a response in time is not repeated by discord.js either', async () => {
  const discord = answering(new DOMException('This operation was aborted', 'AbortError'));
  await expect(discord.followUp(AbortSignal.abort())).rejects.toThrow(Unanswered);
});

test('no request is repeated while Discord bans this address', async () => {
  const discord = answering(new AddressBanned(60_000));
  await expect(discord.acknowledge()).rejects.toThrow(AddressBanned);
  expect(discord.asked).toHaveLength(1);
});

const blocked = () => Response.json({ code: 40333, message: 'internal network error' }, { status: 403 });
const unlisted = () => Response.json({ code: 50009, message: 'no reason known' }, { status: 403 });
const page = () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } });

test.each([
  ['40333', blocked],
  ['an unlisted code', unlisted],
  ['a page without a code', page],
])('an acknowledgement and a follow-up refused with %s are sent again', async (_, refuse) => {
  expect(await answering(refuse(), refuse(), Response.json({})).acknowledge()).toMatchObject({ status: 200 });
  expect(await answering(refuse(), Response.json({})).followUp()).toMatchObject({ status: 200 });
});

test('an acknowledgement refused repeatedly is given up within its three seconds, with the refusal', async () => {
  const discord = answering(...Array.from({ length: 20 }, unlisted));
  const response = await discord.acknowledge();
  expect(response).toMatchObject({ status: 403 });
  expect(await response.text()).toContain('50009');
  expect(discord.asked.length).toBeLessThan(8);
});

test('a refusal of known meaning is not repeated', async () => {
  for (const code of [10015, 10062, 50001, 50013, 40094, 200000]) {
    const discord = answering(Response.json({ code }, { status: 403 }));
    expect(await discord.followUp()).toMatchObject({ status: 403 });
    expect(discord.asked).toHaveLength(1);
  }
});

test('an answer waits for the end of a short hold of the address', async () => {
  const discord = answering(new AddressBanned(1_000), Response.json({}));
  expect(await discord.acknowledge()).toMatchObject({ status: 200 });
});
