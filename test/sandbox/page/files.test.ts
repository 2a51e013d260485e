import { expect, test } from 'vitest';
import type { MessageView } from '../../../sandbox/page/protocol.ts';
import { greyPng } from '../discord/png.ts';
import { openSandbox } from './open-sandbox.ts';
import { found, PageClient } from './page-client.ts';

async function arrive() {
  const harness = await openSandbox();
  const client = await PageClient.arrive(harness.page.url);
  const [person, place] = [client.person('member'), client.place('general')];
  const get = (path: string) => fetch(new URL(path, harness.page.url));
  return { ...harness, client, person, place, get };
}

test('a picture is served by the page’s own server with its alt text, and marked as shown by its embed', async () => {
  const { client, person, place, get } = await arrive();

  const { embeds, files } = await client.type(person, place, '/price');

  const [file] = files;
  expect(file).toMatchObject({ name: 'price.png', description: 'Falling for a week', isShown: true });
  expect(file?.image).toEqual({ width: 1_040, height: 400 });
  expect(embeds).toMatchObject([{ image: { url: file?.url } }]);
  const served = await get(found(file).url);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await served.arrayBuffer())).toEqual(greyPng(1_040, 400));
});

test('a file of the bot is downloaded, never displayed', async () => {
  const { client, person, place, get } = await arrive();

  const { files } = await client.type(person, place, '/watch export');

  expect(files).toMatchObject([{ name: 'watches.json', size: 5, isShown: false }]);
  const served = await get(found(files[0]).url);
  expect(served.headers.get('content-disposition')).toBe('attachment');
  expect(await served.text()).toBe('[1,2]');
});

test('a file of the visitor reaches the bot, and an empty or textual one is refused', async () => {
  const { client, person, place } = await arrive();
  const give = (file: unknown) =>
    client.ask({ kind: 'run', personId: person.id, placeId: place.id, line: '/watch import', values: { file } });
  const base64 = Buffer.from('[3]').toString('base64');

  await give({ name: 'mine.json', type: 'application/json', base64 });

  const answered = await client.message(({ content }) => content !== '');
  expect(answered.content).toBe('mine.json: [3]');
  await expect(give({ name: 'mine.json', type: '' })).rejects.toThrow('A file must have its bytes.');
  await expect(give('[3]')).rejects.toThrow('The option "file" does not take "[3]".');
});

test('threads and posts are sent with their parents and messages', async () => {
  const { client, rest, thread, forum, post } = await arrive();
  const { places } = client.welcome;
  const of = (id: string) => places.find((place) => place.id === id);
  expect(of(thread.id)).toMatchObject({ type: 11, parentId: client.place('general').id });
  expect(of(forum.id)).toMatchObject({ type: 15, parentId: null });
  expect(of(post.id)).toMatchObject({ type: 11, parentId: forum.id });

  for (const { id } of [thread, post]) await rest.post(`/channels/${id}/messages`, { body: { content: 'hello' } });

  const inPlace = (id: string) => (message: MessageView) => message.placeId === id && message.content === 'hello';
  await client.message(inPlace(thread.id));
  await client.message(inPlace(post.id));
});
