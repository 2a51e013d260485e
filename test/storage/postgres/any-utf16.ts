import fc from 'fast-check';

/** Any JavaScript string, including NUL, lone surrogates and text that looks like an escape. */
export const anyUtf16 = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\\', 'u', '0', 'D83D', '\ud83d', '\ude00', '%', '_', '"', "'", '{', ','),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  ),
});
