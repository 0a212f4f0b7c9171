import { MediaFormatError } from '../files/rejection.ts';

/** A box of an MP4 file. All offsets are bytes from the start of the file; `end` is the one after its last byte. */
export interface Box {
  type: string;
  start: number;
  payload: number;
  end: number;
}

/** The boxes of a container, and where the bytes behind the last of them begin, which players ignore. */
export interface BoxList {
  boxes: Box[];
  rest: number;
}

/** Files have some hundred boxes; fragmented ones some per second. */
const MAX_BOXES = 200_000;

/** Counts the boxes of a file, because a list of millions of them would take more memory than a function has. */
export class BoxBudget {
  #left = MAX_BOXES;

  spend(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    throw new MediaFormatError('too_complex', `The video has more than ${MAX_BOXES.toLocaleString('en-US')} boxes.`);
  }
}

/** Return the error for a file whose structure contradicts itself. `what` completes "The video is damaged: ...". */
export function damaged(what: string): MediaFormatError {
  return new MediaFormatError('corrupt', `The video is damaged: ${what}.`);
}

/** A part of a file in memory, addressed by offsets of the file. Reads outside of it throw. */
export class Region {
  readonly start: number;
  readonly #bytes: Buffer;
  readonly #budget: BoxBudget;

  constructor(bytes: Uint8Array, start: number, budget: BoxBudget) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = start;
    this.#budget = budget;
  }

  /** Return the bytes from one offset to another. */
  slice(from: number, end: number): Buffer {
    const [first, last] = [from - this.start, end - this.start];
    if (!(first >= 0 && last >= first && last <= this.#bytes.length)) throw damaged('a box is too short');
    return this.#bytes.subarray(first, last);
  }

  u8(at: number): number {
    return this.slice(at, at + 1).readUInt8();
  }

  u16(at: number): number {
    return this.slice(at, at + 2).readUInt16BE();
  }

  u32(at: number): number {
    return this.slice(at, at + 4).readUInt32BE();
  }

  i32(at: number): number {
    return this.slice(at, at + 4).readInt32BE();
  }

  /** Read 64 bits. Throws for a number that is not exact: it is beyond every file. */
  u64(at: number): number {
    const value = this.u32(at) * 2 ** 32 + this.u32(at + 4);
    if (!Number.isSafeInteger(value)) throw damaged('a number is too large');
    return value;
  }

  type(at: number): string {
    return this.slice(at, at + 4).toString('latin1');
  }

  /** List the boxes between two offsets. QuickTime ends some lists with a size of 0, or with fewer bytes than a header. */
  boxes(from: number, end: number): BoxList {
    const boxes: Box[] = [];
    let at = from;
    while (end - at >= 8) {
      const size = this.u32(at);
      if (size === 0) break;
      const header = size === 1 ? 16 : 8;
      const bytes = size === 1 ? this.u64(at + 8) : size;
      if (bytes < header || bytes > end - at) throw damaged('a box is larger than what contains it');
      this.#budget.spend();
      boxes.push({ type: this.type(at + 4), start: at, payload: at + header, end: at + bytes });
      at += bytes;
    }
    return { boxes, rest: at };
  }

  /** Find the first box of a type in a container. */
  find(container: Box, type: string): Box | undefined {
    return this.boxes(container.payload, container.end).boxes.find((box) => box.type === type);
  }

  /** Find a box that must be there. */
  child(container: Box, type: string): Box {
    const found = this.find(container, type);
    if (!found) throw damaged(`the box ${type} is missing`);
    return found;
  }
}
