/** An action that Discord's app would not allow, such as a missing required option or a disabled button. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
