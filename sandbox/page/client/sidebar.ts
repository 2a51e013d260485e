import type { Place } from '../protocol.ts';
import { byId, fill, h } from './dom.ts';
import { languageSelect } from './language-select.ts';
import { avatar } from './message.ts';
import { missingFont } from './missing-font.ts';
import { phoneElements } from './push.ts';
import { dmOf, FORUM, localeOf, parentOf, personOf, placeOf, placesOf, unreadIn, type View } from './view.ts';

const ROLES = { member: 'member', moderator: 'moderator: Manage Channels', user: 'direct messages only' };

export interface SidebarActs {
  be(personId: string): void;
  speak(locale: string): void;
  invite(): void;
}

/** The visitor's person, that person's places, and the notifications on their phone. */
export function showSidebar(view: View, acts: SidebarActs): void {
  fill(
    byId('people', HTMLElement),
    h('h2', {}, 'You are'),
    ...peopleElements(view, acts),
    languageSelect(view.locales, localeOf(view), acts.speak),
    fontHint(localeOf(view)),
  );
  fill(byId('places', HTMLElement), ...placeElements(view, acts));
  fill(byId('phone', HTMLElement), ...phoneElements(view, personOf(view)?.name ?? 'nobody'));
  byId('place-name', HTMLHeadingElement).textContent = titleOf(view);
  const dm = dmOf(view, view.personId);
  fill(byId('places-tab', HTMLButtonElement), 'Places', dm && badge(unreadIn(view, dm.id)));
}

function fontHint(locale: string): HTMLElement | null {
  const hint = missingFont(locale, drawCharacter);
  return hint === null ? null : h('p', { class: 'failure', 'data-test': 'missing-font' }, hint);
}

function peopleElements(view: View, { be }: SidebarActs): readonly HTMLElement[] {
  return view.people.map((person) => {
    const dm = dmOf(view, person.id);
    return h(
      'button',
      {
        type: 'button',
        class: 'person',
        'aria-pressed': String(person.id === view.personId),
        'data-test': `be-${person.name}`,
        onclick: () => be(person.id),
      },
      avatar(person.name, false),
      h('span', { class: 'person-words' }, h('b', {}, person.name), h('small', {}, ROLES[person.role])),
      dm && badge(unreadIn({ ...view, personId: person.id }, dm.id)),
    );
  });
}

/** Direct messages first, then the servers one by one. */
function placeElements(view: View, { invite }: SidebarActs): readonly HTMLElement[] {
  const places = placesOf(view);
  const elements = (among: readonly Place[]) => among.map((place) => placeElement(place, view));
  const servers = Map.groupBy(
    places.filter(({ guildId }) => guildId !== null),
    ({ guildId }) => guildId,
  );
  return [
    h('h2', {}, 'Direct messages'),
    ...elements(places.filter(({ guildId }) => guildId === null)),
    ...[...servers.values()].flatMap((channels) => [h('h2', {}, channels[0]?.guild ?? ''), ...elements(channels)]),
    ...(servers.size > 0 ? [inviteButton(invite)] : []),
    ...(view.notInvited === null ? [] : [h('p', { class: 'failure' }, view.notInvited)]),
  ];
}

function inviteButton(invite: () => void): HTMLElement {
  const shown = { type: 'button', class: 'quiet invite', 'data-test': 'invite', 'data-show': 'chat' };
  return h('button', { ...shown, onclick: invite }, 'Invite Crier to another server');
}

function placeElement(place: Place, view: View): HTMLElement {
  if (place.type === FORUM) return h('div', { class: 'place is-forum' }, nameOf(place));
  const unread = unreadIn(view, place.id);
  const classes = ['place', place.parentId !== null && 'is-thread', unread > 0 && 'is-unread'];
  return h(
    'button',
    {
      type: 'button',
      class: classes.filter(Boolean).join(' '),
      'aria-current': place.id === view.placeId ? 'page' : null,
      'data-show': 'chat',
      'data-test': place.guild === null ? 'place-dm' : `place-${place.name}`,
      'data-place': place.id,
    },
    h('span', { class: 'place-name' }, place.guild === null ? 'Crier' : nameOf(place)),
    place.guild === null && badge(unread),
  );
}

function badge(count: number): HTMLElement | null {
  if (count === 0) return null;
  return h('span', { class: 'badge', 'aria-label': `${count} unread`, 'data-test': 'badge' }, String(count));
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

/** Draws a character as the page would. */
function drawCharacter(character: string): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [32, 32];
  const context = canvas.getContext('2d');
  if (!context) return character;
  context.font = '24px system-ui, sans-serif';
  context.textBaseline = 'top';
  context.fillText(character, 2, 2);
  return canvas.toDataURL();
}
