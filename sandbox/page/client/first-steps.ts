import type { OptionValues, WorldAct } from '../protocol.ts';
import { sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';
import { recall, remember } from './memory.ts';
import { pushesOf } from './push.ts';
import { dmOf, type View } from './view.ts';

/** Action of a step: a command of the person, or a change of the world. */
export interface StepActs {
  run(line: string, values: OptionValues): Promise<void>;
  act(world: WorldAct): Promise<void>;
  /** Opens the person's direct messages. */
  seeMessages(): void;
}

interface Step {
  readonly name: string;
  readonly hint: string;
  take(acts: StepActs): Promise<void>;
}

const ITEM = 'HOPPER';
const STEPS: readonly Step[] = [
  {
    name: 'See a price',
    hint: 'Press 1 to ask Crier what a hopper costs.',
    take: ({ run }) => run('/price', { item: ITEM }),
  },
  {
    name: 'Watch it',
    hint: 'Press 2 to be told of the next auction of hoppers.',
    take: ({ run }) => run('/watch add', { item: ITEM, trigger: 'auctioned', cooldown: 0 }),
  },
  {
    name: 'Make it happen',
    hint: 'Press 3 to hold that auction. Crier messages you within seconds.',
    take: ({ act }) => act({ kind: 'auction', type: ITEM, amount: 16, finalBid: 12 }),
  },
];
const WAITING = 'The auction is over. Your message is on its way.';
const FINISHED = 'Crier told you. Press 3 to see the message, or type / to try the rest.';
const CLOSED = 'closed';

/** A guide of three steps, from nothing to the first alert. Each is marked when it is done. */
export function createFirstSteps(root: HTMLElement, acts: StepActs) {
  const before = recall('steps') ?? '';
  let done = Number(before) || 0;
  let busy = false;
  let isWaiting = false;
  let failure: string | null = null;

  async function take(index: number): Promise<void> {
    if (done === STEPS.length && index === STEPS.length - 1) return acts.seeMessages();
    const isLastStep = index === STEPS.length - 1;
    [busy, failure] = [true, null];
    isWaiting = isLastStep;
    draw();
    try {
      await STEPS[index]?.take(acts);
      // The last step is done when the message is there.
      if (!isLastStep) reach(index + 1);
    } catch (error) {
      [failure, isWaiting] = [sentenceOf(error), false];
    }
    busy = false;
    draw();
  }

  function reach(count: number): void {
    done = Math.max(done, count);
    remember('steps', String(done));
  }

  function close(): void {
    remember('steps', CLOSED);
    root.hidden = true;
  }

  function draw(): void {
    const hint = failure ?? (done === STEPS.length ? FINISHED : isWaiting ? WAITING : STEPS[done]?.hint);
    fill(
      root,
      h('div', { class: 'step-buttons' }, ...STEPS.map(stepButton), closeButton(close)),
      h('p', { class: failure ? 'failure' : 'hint', role: 'status' }, hint ?? ''),
    );
  }

  function stepButton({ name }: Step, index: number): HTMLElement {
    const state = index < done ? 'is-done' : index === done ? 'is-next' : '';
    return h(
      'button',
      {
        type: 'button',
        class: `step ${state}`,
        disabled: busy || index > done,
        'data-test': `step-${index + 1}`,
        onclick: () => void take(index),
      },
      h('span', { class: 'step-number' }, index < done ? '✓' : String(index + 1)),
      h('span', {}, name, index < done && h('span', { class: 'is-unseen' }, ', done')),
    );
  }

  root.hidden = before === CLOSED;
  draw();
  return {
    /** Checks whether the message of the last step has come. */
    show(view: View, last: View): void {
      if (!isWaiting) return;
      const dm = dmOf(view, view.personId);
      if (!pushesOf(view).some(({ id, placeId }) => placeId === dm?.id && !last.messages.has(id))) return;
      isWaiting = false;
      reach(STEPS.length);
      draw();
    },
  };
}

function closeButton(close: () => void): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'step-close', 'aria-label': 'Close the first steps', onclick: close },
    '×',
  );
}
