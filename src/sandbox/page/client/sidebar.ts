import { byId, fill, h } from './dom.ts';
import { avatar } from './message.ts';
import { personOf, placeOf, placesOf, type View } from './view.ts';

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
  const places = placesOf(view).map((place) =>
    h(
      'button',
      {
        type: 'button',
        class: view.unread.has(place.id) ? 'place is-unread' : 'place',
        'aria-current': place.id === view.placeId ? 'page' : null,
        'data-show': 'chat',
        'data-test': place.guild === null ? 'place-dm' : `place-${place.name}`,
        onclick: () => acts.visit(place.id),
      },
      place.guild === null ? 'Messages with Crier' : `# ${place.name}`,
    ),
  );
  const guild = placesOf(view).find(({ guild }) => guild !== null)?.guild;
  fill(byId('places', HTMLElement), h('h2', {}, guild ?? 'Direct messages'), ...places);
  const place = placeOf(view);
  const name =
    place === null ? '' : place.guild === null ? `Crier and ${personOf(view)?.name ?? 'you'}` : `# ${place.name}`;
  byId('place-name', HTMLHeadingElement).textContent = name;
}
