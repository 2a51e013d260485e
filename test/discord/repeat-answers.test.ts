import { expect, test } from 'vitest';
import { AddressBanned } from '../../src/discord/address-ban.ts';
import { repeatAnswers, Unanswered } from '../../src/discord/repeat-answers.ts';
import { yieldToEventLoop } from '../../src/time/cooperate.ts';
import { recordingLog } from '../log/recording-log.ts';

const CALLBACK = 'http://127.0.0.1:9/api/v10/interactions/1000000000000000001/token/callback';

const FOLLOW_UP = 'http://127.0.0.1:9/api/v10/webhooks/1000000000000000001/token?wait=true';

const taken = () => Response.json({ code: 40060, message: 'already acknowledged' }, { status: 400 });
const limited = () => Response.json({ retry_after: 1 }, { status: 429 });
const cut = () => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** Sends acknowledgements to a Discord that answers so, in turn. */
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

test('what is refused as done already, after an attempt of ours, is done', async () => {
  expect(await answering(cut(), taken()).acknowledge()).toMatchObject({ status: 204 });
});

test('refused as done at the first attempt, it was somebody else', async () => {
  expect(await answering(taken()).acknowledge()).toMatchObject({ status: 400 });
});

test('after a rate limit discord.js asks again: the attempt before that counts', async () => {
  const discord = answering(cut(), limited(), taken());
  expect(await discord.acknowledge()).toMatchObject({ status: 429 });
  expect(await discord.acknowledge()).toMatchObject({ status: 204 });
});

test('so it does for the apology that follows when no attempt was answered', async () => {
  const discord = answering(cut(), cut(), cut(), cut(), taken());
  await expect(discord.acknowledge()).rejects.toThrow(Unanswered);
  expect(await discord.acknowledge()).toMatchObject({ status: 204 });
});

test('a fault of our own is neither repeated nor called Discord’s', async () => {
  const discord = answering(new TypeError('invalid header'));
  await expect(discord.acknowledge()).rejects.toThrow(TypeError);
  expect(discord.asked).toHaveLength(1);
});

test.each([
  ['a 500', Response.json({}, { status: 500 })],
  ['a cut', cut()],
])('a further message whose outcome %s hides is not sent again, by nobody', async (_, hidden) => {
  const discord = answering(hidden);
  await expect(discord.followUp()).rejects.toThrow(Unanswered);
  expect(discord.asked).toHaveLength(1);
});

test('nor is one that nothing came of in time, which discord.js would repeat', async () => {
  const discord = answering(new DOMException('This operation was aborted', 'AbortError'));
  await expect(discord.followUp(AbortSignal.abort())).rejects.toThrow(Unanswered);
});

test('nothing is repeated to a Discord that refuses this address', async () => {
  const discord = answering(new AddressBanned(60_000));
  await expect(discord.acknowledge()).rejects.toThrow(AddressBanned);
  expect(discord.asked).toHaveLength(1);
});
