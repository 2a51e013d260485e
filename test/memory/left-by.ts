/** What an act leaves behind: bytes for each of `times`, after as many before that nobody weighs. */
export async function leftBy(
  act: () => Promise<void>,
  times: number,
  heldBytes: () => Promise<number>,
): Promise<number> {
  await act();
  const before = await heldBytes();
  await act();
  return ((await heldBytes()) - before) / times;
}
