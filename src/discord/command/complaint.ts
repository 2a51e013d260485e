/** What a person typed cannot be done. `message`: one sentence for them that says what would do. Nothing was changed. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}
