const NEAR_END_PX = 80;
/** Tolerance for fractions of pixels on some screens. */
const AT_END_PX = 2;
/** Space above an element that is scrolled into view. */
const ABOVE_PX = 8;

/**
 * Keeps the end of `content` in view while the reader is there: when it grows, when its pictures load, and when it is
 * shown again. A reader who has scrolled up stays there. `moved` reports whether the end is in view.
 */
export function followEnd(scroll: HTMLElement, content: HTMLElement, moved: (isAtEnd: boolean) => void) {
  let isAtEnd = true;
  let lastTop = 0;
  const hiddenBelow = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight;
  const reportMove = () => moved(hiddenBelow() < NEAR_END_PX);
  const goToEnd = () => {
    isAtEnd = true;
    scroll.scrollTop = scroll.scrollHeight;
    reportMove();
  };
  scroll.addEventListener('scroll', () => {
    const { scrollTop } = scroll;
    if (hiddenBelow() < AT_END_PX) isAtEnd = true;
    // Growth at the end moves nothing. Only the reader scrolls up.
    else if (scrollTop < lastTop) isAtEnd = false;
    lastTop = scrollTop;
    reportMove();
  });
  const observer = new ResizeObserver(() => (isAtEnd ? goToEnd() : reportMove()));
  for (const element of [scroll, content]) observer.observe(element);

  return {
    goToEnd,
    /** Scrolls an element into view from its beginning, with as much of the rest as fits. */
    bringIntoView(element: HTMLElement): void {
      const { top } = element.getBoundingClientRect();
      isAtEnd = content.getBoundingClientRect().bottom - top <= scroll.clientHeight - ABOVE_PX;
      if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
      else scroll.scrollTop += top - scroll.getBoundingClientRect().top - ABOVE_PX;
      lastTop = scroll.scrollTop;
      reportMove();
    },
  };
}
