import type { Scene } from './scene.ts';
import { alerts } from './scenes/alerts.ts';
import { deals, health, help, painting, price, shop } from './scenes/answers.ts';
import { feed, feedCheck } from './scenes/feed.ts';
import { feeds } from './scenes/feeds.ts';
import { goods } from './scenes/goods.ts';
import { greeting } from './scenes/greeting.ts';
import { myShops } from './scenes/my-shops.ts';
import { paintings } from './scenes/paintings.ts';
import { places } from './scenes/places.ts';
import { pressed } from './scenes/pressed.ts';
import { watch } from './scenes/watch.ts';

/** Every kind of message, in the order in which the world can produce them. */
export const SCENES: readonly Scene[] = [
  greeting,
  shop,
  price,
  deals,
  myShops,
  places,
  painting,
  health,
  help,
  watch,
  feed,
  feedCheck,
  alerts,
  pressed,
  feeds,
  goods,
  paintings,
];
