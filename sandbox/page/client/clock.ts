import { h } from './dom.ts';
import { type TimestampStyle, writeCountdown, writeTime } from './timestamp.ts';

let locale = 'en-US';

/** Sets the language of times, as Discord writes them in its reader's language. */
export function writeTimesIn(readersLocale: string): void {
  locale = readersLocale;
}

/** A `<time>` element of a moment in epoch ms. `tickEverySecond` updates relative ones. */
export function timeElement(at: number, style: TimestampStyle, className = 'timestamp'): HTMLElement {
  const iso = new Date(at).toISOString();
  const title = writeTime(at, 'F', at, locale);
  const element = h('time', { class: className, datetime: iso, title }, writeTime(at, style, Date.now(), locale));
  if (style === 'R') element.dataset.relative = String(at);
  return element;
}

/** A `<time>` element that counts down to a moment in epoch ms. */
export function countdownElement(until: number): HTMLElement {
  const element = h('time', { class: 'countdown' }, writeCountdown(until - Date.now()));
  element.dataset.until = String(until);
  return element;
}

/** Updates all times of the page. */
export function tickEverySecond(): void {
  setInterval(() => {
    const now = Date.now();
    for (const element of document.querySelectorAll<HTMLElement>('[data-relative]'))
      write(element, writeTime(Number(element.dataset.relative), 'R', now, locale));
    for (const element of document.querySelectorAll<HTMLElement>('[data-until]'))
      write(element, writeCountdown(Number(element.dataset.until) - now));
  }, 1_000);
}

/** Leaves an unchanged text alone, so that selections stay and screen readers keep quiet. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
