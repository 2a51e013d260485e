import fc from 'fast-check';

/** A player of a test, whose name is no word of the game. */
export interface Player {
  readonly name: string;
  readonly uuid: string;
}

const letter = fc.constantFrom(...'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ');
export const player: fc.Arbitrary<Player> = fc.record({
  name: fc
    .tuple(fc.array(letter, { minLength: 7, maxLength: 12 }), fc.constantFrom('', '_', '_7', '42'))
    .map(([letters, end]) => letters.join('') + end),
  uuid: fc.uuid(),
});

/** Returns a uuid in the SNBT notation since 1.16. */
export function integersOf(uuid: string): string {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return `[I;${[0, 4, 8, 12].map((at) => bytes.readInt32BE(at)).join(',')}]`;
}

const quoted = (text: string) => JSON.stringify(text);
const inQuotes = (value: unknown) => `'${JSON.stringify(value).replace(/[\\']/g, '\\$&')}'`;

/** SNBT that contains a player in every place used by games and plugins. */
const SNBTS: readonly ((player: Player) => string)[] = [
  ({ name }) => `{"minecraft:custom_name":${quoted(`${name}'s Sword`)}}`,
  ({ name }) => `{"minecraft:custom_name":{color:"gold",text:${quoted(`§5${name}`)}}}`,
  ({ name }) => `{"minecraft:custom_name":${inQuotes({ text: '', extra: [{ text: name }] })}}`,
  ({ name }) => `{display:{Name:${inQuotes({ text: name })},Lore:[${inQuotes(name)},${quoted(`by ${name}`)}]}}`,
  ({ name, uuid }) =>
    `{"minecraft:profile":{id:${integersOf(uuid)},name:${quoted(name)},properties:[{name:"textures",value:"${Buffer.from(
      JSON.stringify({ profileName: name, profileId: uuid, textures: { SKIN: { url: 'http://skins.invalid/1' } } }),
    ).toString('base64')}"}]}}`,
  ({ name }) => `{SkullOwner:${name}}`,
  ({ name, uuid }) => `{SkullOwner:{Id:"${uuid}",Name:"${name}"}}`,
  ({ name }) =>
    `{"minecraft:written_book_content":{author:"${name}",title:{raw:"All of ${name}"},pages:[{raw:"${name}"}]}}`,
  ({ name, uuid }) =>
    `{"minecraft:custom_data":{PublicBukkitValues:{"realm:canvas_author_uuid":"${uuid}","xercapaint:canvas_author":"${name}","xercapaint:canvas_id":"${uuid}_1751403900","xercapaint:canvas_title":"${name} at dusk","xercapaint:canvas_generation":2}}}`,
  ({ name, uuid }) =>
    `{"minecraft:custom_data":{PublicBukkitValues:{"camerapture:picture_data":${inQuotes({ id: uuid, creator: name, timestamp: 5 })}}}}`,
  ({ name }) => `{"minecraft:custom_data":{PublicBukkitValues:{"realm:diamond_signatures":"${name}, Somebodyelse"}}}`,
  ({ name, uuid }) =>
    `{"minecraft:custom_data":{owner:"${name}",${name}:1b,"${uuid}":"realm:head_of_${name.toLowerCase()}"}}`,
  ({ name }) => `{"minecraft:lore":[{click_event:{action:"suggest_command",command:"/msg ${name} hi"},text:"x"}]}`,
  ({ uuid }) =>
    `{"minecraft:custom_data":{id:"${uuid.replaceAll('-', '')}",UUID:"${uuid.toUpperCase()}",who:uuid("${uuid}")}}`,
  ({ name }) => `{"minecraft:custom_name":"${name}`,
  ({ name, uuid }) => `{${name}:[${uuid}`,
];

const ENCHANTED = '{"minecraft:enchantments":{"minecraft:sharpness":5},"minecraft:damage":3}';

/** An item as the service sends it. */
const item = (who: fc.Arbitrary<Player>) =>
  fc
    .tuple(
      who,
      fc.constantFrom(
        ...SNBTS,
        () => '{}',
        () => ENCHANTED,
      ),
      fc.constantFrom('DIAMOND_SWORD', 'PAINTING', 'DIRT'),
    )
    .chain(([each, snbt, type]) =>
      fc.record({
        type: fc.constant(type),
        quantity: fc.integer({ min: 1, max: 320 }),
        name: fc.constantFrom(each.name, `${each.name}'s best`, `§k${each.name}`, 'Dirt'),
        snbt: fc.constant(snbt(each)),
      }),
    );

/** Generates frames and shop records that contain these players in all places, each as one text. */
export const recordsOf = (players: readonly Player[]): fc.Arbitrary<string> => {
  const who = fc.constantFrom(...players);
  const price = fc.constantFrom(0, 0.5, 1, 2.5, 64, 2400);
  const location = fc.record({
    x: fc.integer({ min: -900, max: 900 }),
    y: fc.constant(70),
    z: fc.constant(5),
    world: fc.constant('world'),
  });
  const shop = fc.record({
    id: fc.nat(),
    owner: who.map(({ name, uuid }) => ({ name, uuid })),
    location,
    type: fc.constantFrom('SELLING', 'BUYING'),
    price,
    remaining: fc.nat({ max: 99 }),
    item: item(who),
  });
  const auction = fc.record({
    event: fc.constant('auctionComplete'),
    timestamp: fc.constant(1_773_590_000_000),
    data: fc.record({ item: item(who), amount: fc.integer({ min: 1, max: 64 }), finalBid: price }),
  });
  const trade = fc.tuple(item(who), price, location).map(([traded, paid, place]) => ({
    event: 'shopTransaction',
    timestamp: 1_773_590_000_000,
    data: {
      type: 'buyFromShop',
      currencyAmount: paid,
      itemPrice: paid,
      item: traded,
      totalAmount: traded.quantity,
      location: place,
    },
  }));
  const unknown = who.map(({ name, uuid }) => ({
    event: 'playerJoined',
    data: { player: name, uuid, message: `Hello ${name}!` },
  }));
  const whole = fc.oneof(shop, auction, trade, unknown).map((value) => JSON.stringify(value));
  const broken = fc
    .tuple(whole, fc.double({ min: 0.1, max: 0.9, noNaN: true }))
    .map(([text, share]) => text.slice(0, text.length * share));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: broken },
    who.map(({ name }) => `kicked ${name}`),
  );
};
