/**
 * A stored record that cannot be read: it is damaged, or a newer Crier wrote it. `message` gives the reason in a few words,
 * and nothing of the record's content.
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
