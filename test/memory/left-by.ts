/** Returns the bytes that each act leaves behind, measured over `times` acts after as many to warm up. */
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
