import type { ByteWindow } from './byte-window.ts';

/** Reads some elements of an array straight from their bytes, so that they need not be parsed. */
export interface Recogniser {
  /** The length in bytes of the next element, if it is the one to be expected; 0: none is. */
  readonly likelyLength: number;
  /** The bytes from the window's place up to `to` are an element that it knows. Asked last of the very bytes that are given next. */
  knows(window: ByteWindow, to: number): boolean;
  /** It can read these bytes, which `knows` was asked of just before, and they are a whole element. */
  reads(window: ByteWindow, to: number): boolean;
}

/** Stands for an element that was recognised. */
export const RECOGNISED = Symbol('recognised');

/** Whom every element is new to. */
export const NOBODY: Recogniser = { likelyLength: 0, knows: () => false, reads: () => false };
