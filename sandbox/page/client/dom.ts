export type Child = Node | string | null | false;
type Handler = (event: Event) => void;
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Handler>>;

/**
 * An element with attributes and children. Text stays text: nothing here parses HTML. `true` sets an empty attribute,
 * `false`, `null` and `undefined` leave it out; a function under `onclick` and the like listens to that event.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Replaces what an element holds. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...present(children));
}

/** The element of `index.html` with this id. Throws if the page has none. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}`);
  return element;
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== null && child !== false);
}
