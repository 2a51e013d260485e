const NEAR_END_PX = 80;
/** Parts of pixels, where the screen has them. */
const AT_END_PX = 2;
/** What stays free above an element that is brought into view. */
const ABOVE_PX = 8;

/**
 * Keeps the end of `content` in sight while the reader is there: as it grows, as its pictures come, and when it is shown
 * after having been hidden, where nothing can be scrolled. Who has scrolled up is left alone. `moved` hears whether the
 * end is in sight.
 */
export function followEnd(scroll: HTMLElement, content: HTMLElement, moved: (isAtEnd: boolean) => void) {
  let isAtEnd = true;
  let lastTop = 0;
  const hiddenBelow = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight;
  const tell = () => moved(hiddenBelow() < NEAR_END_PX);
  const goToEnd = () => {
    isAtEnd = true;
    scroll.scrollTop = scroll.scrollHeight;
    tell();
  };
  scroll.addEventListener('scroll', () => {
    const { scrollTop } = scroll;
    if (hiddenBelow() < AT_END_PX) isAtEnd = true;
    // What grows below moves nothing: only the reader goes up.
    else if (scrollTop < lastTop) isAtEnd = false;
    lastTop = scrollTop;
    tell();
  });
  const observer = new ResizeObserver(() => (isAtEnd ? goToEnd() : tell()));
  for (const element of [scroll, content]) observer.observe(element);

  return {
    goToEnd,
    /** Shows an element from its beginning, and as much as there is room for of what follows it. */
    bringIntoView(element: HTMLElement): void {
      const { top } = element.getBoundingClientRect();
      isAtEnd = content.getBoundingClientRect().bottom - top <= scroll.clientHeight - ABOVE_PX;
      if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
      else scroll.scrollTop += top - scroll.getBoundingClientRect().top - ABOVE_PX;
      lastTop = scroll.scrollTop;
      tell();
    },
  };
}
