/** A part of a change was saved, and could not be taken back. The message is a sentence that can be shown to people. */
export class SavedInPart extends Error {
  override readonly name = 'SavedInPart';

  constructor(cause: unknown) {
    super(
      'Crier could save only a part of this. `/watch list` shows what you have now; `/watch undo` takes that part back, and so does Crier when it starts again.',
      { cause },
    );
  }
}
