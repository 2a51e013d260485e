/** Thrown by an attempt that must not be repeated for so long. `message` is said in the log. */
export class NotBefore extends Error {
  override readonly name: string = 'NotBefore';
  readonly waitMs: number;

  constructor(waitMs: number, message: string) {
    super(message);
    this.waitMs = waitMs;
  }
}
