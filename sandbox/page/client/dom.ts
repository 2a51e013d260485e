export type Child = Node | string | null | false;
type Handler = (event: Event) => void;
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Handler>>;

/**
 * Creates an element with attributes and children. Text stays text: nothing here parses HTML. `true` sets an empty
 * attribute, `false`, `null` and `undefined` omit it; a function for `onclick` and the like becomes a listener.
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

/** Replaces an element's children. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...present(children));
}

/**
 * Returns the element of `index.html` with this id.
 * @throws Error if there is none
 */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}`);
  return element;
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== null && child !== false);
}
