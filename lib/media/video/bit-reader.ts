import { damaged } from './boxes.ts';

/** Reads bits, the highest of a byte first. Reads behind the end throw. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bits(count: number): number {
    let value = 0;
    for (let read = 0; read < count; read++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw damaged('the codec configuration is too short');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  /** Read an unsigned Exp-Golomb code. */
  golomb(): number {
    let zeros = 0;
    while (!this.flag()) {
      zeros += 1;
      if (zeros > 31) throw damaged('the codec configuration is invalid');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }
}
