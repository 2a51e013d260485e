/**
 * What stands on disk and cannot be read: it is damaged, or a newer Crier wrote it. `message` says which, in a few words,
 * and never what it holds.
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
