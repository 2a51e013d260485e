import type { UnfinishedSave } from '../../src/service/shops/record-sink.ts';

/** Records saved in memory, each as its text; full after each `room` of them. */
export class MemorySave implements UnfinishedSave {
  readonly records: string[] = [];
  isBaseDue = false;
  isDiscarded = false;
  isFull = false;
  readonly #room: number;

  constructor(room = 3) {
    this.#room = room;
  }

  add(buffer: Buffer, from: number, to: number): void {
    if (this.isFull) throw new Error('no room: flush first');
    this.records.push(buffer.toString('utf8', from, to));
    this.isFull = this.records.length % this.#room === 0;
  }

  async flush(): Promise<void> {
    this.isFull = false;
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
  }
}
