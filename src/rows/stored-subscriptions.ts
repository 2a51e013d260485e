import { z } from 'zod';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';
import { parseJson, unversioned, versioned } from '../stored/record.ts';
import { Unreadable } from '../stored/unreadable.ts';
import { feedSchema, watchSchema } from './settings-schemas.ts';

/** @throws z.ZodError where it is not valid */
export function writeFeed(feed: Feed): string {
  return JSON.stringify(versioned(z.encode(feedSchema, feed)));
}

/** @throws z.ZodError where it is not valid */
export function writeWatch(watch: Watch): string {
  return JSON.stringify(versioned(z.encode(watchSchema, watch)));
}

/** @throws Unreadable */
export function readFeed(text: string): Feed {
  return read(text, feedSchema);
}

/** @throws Unreadable */
export function readWatch(text: string): Watch {
  return read(text, watchSchema);
}

function read<T>(text: string, schema: z.ZodType<T, object>): T {
  const parsed = schema.safeParse(unversioned(parseJson(text)));
  if (!parsed.success) throw new Unreadable('not what it should be');
  return parsed.data;
}
