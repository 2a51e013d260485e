const NEAR_END_PX = 80;

/**
 * Keeps the end of `content` in sight while the reader is there: as it grows, as its pictures come, and when it is shown
 * after having been hidden, where nothing can be scrolled. Who has scrolled up is left alone.
 */
export function followEnd(scroll: HTMLElement, content: HTMLElement) {
  let isAtEnd = true;
  let lastTop = 0;
  const scrollToEnd = () => {
    scroll.scrollTop = scroll.scrollHeight;
  };
  scroll.addEventListener('scroll', () => {
    const { scrollHeight, scrollTop, clientHeight } = scroll;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) isAtEnd = true;
    // What grows below moves nothing: only the reader goes up.
    else if (scrollTop < lastTop) isAtEnd = false;
    lastTop = scrollTop;
  });
  const observer = new ResizeObserver(() => isAtEnd && scrollToEnd());
  for (const element of [scroll, content]) observer.observe(element);
  return {
    goToEnd(): void {
      isAtEnd = true;
      scrollToEnd();
    },
  };
}
