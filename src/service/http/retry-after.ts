/**
 * What a `Retry-After` header asks for, in ms from `now` (epoch ms): seconds or an HTTP date. null: no header, or none
 * that can be read. Never negative; the caller caps it.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
