/** What Discord's own app would not let a person do, such as a required option left out or a disabled button. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
