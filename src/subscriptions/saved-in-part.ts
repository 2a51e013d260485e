/** A part of a change was saved, and could not be taken back: what began it is the cause. */
export class SavedInPart extends Error {
  override readonly name = 'SavedInPart';

  constructor(cause: unknown) {
    super('Only a part of a change was saved; it is taken back at the next start', { cause });
  }
}
