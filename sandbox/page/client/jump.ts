import { h } from './dom.ts';

/** The button to the newest messages, shown while they are out of view. */
export function createJump(go: () => void) {
  const button = h('button', { type: 'button', class: 'jump', 'data-test': 'jump', hidden: true, onclick: go });
  let isAtEnd = true;
  let count = 0;

  function draw(): void {
    button.hidden = isAtEnd;
    button.textContent = `${count === 0 ? 'Newest messages' : `${count} new ${count === 1 ? 'message' : 'messages'}`} ↓`;
  }

  return {
    element: h('div', { class: 'jump-line' }, button),
    /** Called when the reader or the content has moved. */
    move(isNowAtEnd: boolean): void {
      isAtEnd = isNowAtEnd;
      if (isAtEnd) count = 0;
      draw();
    },
    /** Counts a new message, unless the reader is at the end. */
    countArrival(): void {
      if (!isAtEnd) count += 1;
      draw();
    },
  };
}
