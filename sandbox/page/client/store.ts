export interface Store<T> {
  get(): T;
  /** Changes the state and notifies every listener, unless the change returns the same state. */
  update(change: (state: T) => T): void;
  listen(listener: (now: T, before: T) => void): void;
}

/** Holds one immutable state. */
export function createStore<T>(initial: T): Store<T> {
  const listeners: ((now: T, before: T) => void)[] = [];
  let state = initial;
  return {
    get: () => state,
    update(change) {
      const before = state;
      state = change(before);
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
