import type { Command } from '../src/discord/command/command.ts';
import { deals } from './deals.ts';
import { feed } from './feed.ts';
import { health } from './health.ts';
import { help } from './help.ts';
import { me } from './me.ts';
import { myShops } from './my-shops.ts';
import { painting } from './painting.ts';
import { paintingBanned } from './painting-banned.ts';
import { price } from './price.ts';
import { shop } from './shop.ts';
import { watch } from './watch.ts';

/** All slash commands. A new one is a file of its own and a line here. */
export const commands: readonly Command[] = [
  shop,
  price,
  deals,
  myShops,
  health,
  painting,
  paintingBanned,
  feed,
  watch,
  me,
  help,
];
