/** What is counted, each by a label: notices by what became of them, messages by Discord's answer, requests to Discord by status, its 429s by scope. */
export type Counted = 'notices' | 'messages' | 'requests' | 'rateLimits';

/** Counts what happens since the process started, for whoever watches over Crier; it costs next to nothing. */
export interface Counts {
  add(what: Counted, label: string, by?: number): void;
}
