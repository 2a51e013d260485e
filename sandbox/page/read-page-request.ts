import { Fields } from './fields.ts';
import { PageError } from './page-error.ts';
import { type PageRequest, WORLD_FAULTS, type WorldAct } from './protocol.ts';

const most = { diamonds: 1_000_000_000, items: 1_000_000, bundles: 1_000 } as const;

/**
 * Validates a page's request.
 * @throws PageError with the fault
 */
export function readPageRequest(value: unknown): PageRequest {
  const fields = new Fields(value);
  const kind = fields.text('kind');
  if (kind === 'shops') return { kind, text: fields.text('text') };
  if (kind === 'world') return { kind, act: readAct(fields.part('act')) };
  const personId = fields.text('personId');
  switch (kind) {
    case 'commands':
      return { kind, personId, placeId: fields.text('placeId') };
    case 'run':
      return {
        kind,
        personId,
        placeId: fields.text('placeId'),
        line: fields.text('line'),
        values: fields.values('values'),
      };
    case 'suggest': {
      const [placeId, line] = [fields.text('placeId'), fields.text('line')];
      const typing = { focused: fields.text('focused'), text: fields.text('text'), values: fields.values('values') };
      return { kind, personId, placeId, line, ...typing };
    }
    case 'press':
      return { kind, personId, messageId: fields.text('messageId'), customId: fields.text('customId') };
    case 'select': {
      const [messageId, customId] = [fields.text('messageId'), fields.text('customId')];
      return { kind, personId, messageId, customId, values: fields.texts('values') };
    }
    case 'submit': {
      return { kind, personId, modalId: fields.text('modalId'), values: fields.choices('values') };
    }
    default:
      throw new PageError(`there is no question “${kind.slice(0, 40)}”`);
  }
}

function readAct(fields: Fields): WorldAct {
  const kind = fields.text('kind');
  const shopId = () => fields.whole('shopId', 0, Number.MAX_SAFE_INTEGER);
  switch (kind) {
    case 'auction': {
      const [type, amount] = [fields.text('type'), fields.whole('amount', 1, most.items)];
      return { kind, type, amount, finalBid: fields.whole('finalBid', 0, most.diamonds) };
    }
    case 'buy':
    case 'sell':
      return { kind, shopId: shopId(), bundles: fields.whole('bundles', 1, most.bundles) };
    case 'list': {
      const [type, quantity] = [fields.text('type'), fields.whole('quantity', 1, most.items)];
      const [price, remaining] = [fields.whole('price', 0, most.diamonds), fields.whole('remaining', 0, most.items)];
      return { kind, type, quantity, price, remaining };
    }
    case 'sell-out':
      return { kind, shopId: shopId() };
    case 'restock':
      return { kind, shopId: shopId(), items: fields.whole('items', -most.items, most.items) };
    case 'price':
      return { kind, shopId: shopId(), price: fields.whole('price', 0, most.diamonds) };
    case 'ban':
      return { kind, canvas: fields.orNull('canvas', (name) => fields.text(name)) };
    case 'fault': {
      const named = fields.text('fault');
      const fault = WORLD_FAULTS.find((each) => each === named);
      if (fault === undefined) throw new PageError(`the faults are: ${WORLD_FAULTS.join(', ')}`);
      return { kind, fault, on: fields.flag('on') };
    }
    case 'join':
      return { kind, name: fields.text('name'), locale: fields.text('locale') };
    case 'leave':
    case 'return':
      return { kind, guildId: fields.text('guildId') };
    case 'person-locale':
      return { kind, personId: fields.text('personId'), locale: fields.text('locale') };
    case 'server-locale':
      return { kind, guildId: fields.text('guildId'), locale: fields.text('locale') };
    default:
      throw new PageError(`nobody can do “${kind.slice(0, 40)}” to the world`);
  }
}
