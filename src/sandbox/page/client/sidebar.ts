import type { Place } from '../protocol.ts';
import { byId, fill, h } from './dom.ts';
import { avatar } from './message.ts';
import { FORUM, parentOf, personOf, placeOf, placesOf, type View } from './view.ts';

const ROLES = { member: 'member', moderator: 'moderator: Manage Channels', user: 'direct messages only' };

/** Who the visitor is, and the places that person sees. */
export function showPlaces(view: View, acts: { be(personId: string): void; visit(placeId: string): void }): void {
  const people = view.people.map((person) =>
    h(
      'button',
      {
        type: 'button',
        class: 'person',
        'aria-pressed': String(person.id === view.personId),
        'data-test': `be-${person.name}`,
        onclick: () => acts.be(person.id),
      },
      avatar(person.name, false),
      h('span', {}, h('b', {}, person.name), h('small', {}, ROLES[person.role])),
    ),
  );
  fill(byId('people', HTMLElement), h('h2', {}, 'You are'), ...people);
  const places = placesOf(view).map((place) => placeElement(place, view, acts.visit));
  const guild = placesOf(view).find(({ guild }) => guild !== null)?.guild;
  fill(byId('places', HTMLElement), h('h2', {}, guild ?? 'Direct messages'), ...places);
  byId('place-name', HTMLHeadingElement).textContent = titleOf(view);
}

function placeElement(place: Place, view: View, visit: (placeId: string) => void): HTMLElement {
  if (place.type === FORUM) return h('div', { class: 'place is-forum' }, nameOf(place));
  const classes = ['place', place.parentId !== null && 'is-thread', view.unread.has(place.id) && 'is-unread'];
  return h(
    'button',
    {
      type: 'button',
      class: classes.filter(Boolean).join(' '),
      'aria-current': place.id === view.placeId ? 'page' : null,
      'data-show': 'chat',
      'data-test': place.guild === null ? 'place-dm' : `place-${place.name}`,
      onclick: () => visit(place.id),
    },
    place.guild === null ? 'Messages with Crier' : nameOf(place),
  );
}

function titleOf(view: View): string {
  const place = placeOf(view);
  if (place === null) return '';
  if (place.guild === null) return `Crier and ${personOf(view)?.name ?? 'you'}`;
  const parent = parentOf(view, place);
  return parent ? `${nameOf(parent)} › ${place.name}` : nameOf(place);
}

function nameOf({ name, type, parentId }: Place): string {
  if (parentId !== null) return name;
  return type === FORUM ? `☰ ${name}` : `# ${name}`;
}
