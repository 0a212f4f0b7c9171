import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ContentCreate } from '../../typescript/src/types.ts';
import { UsageError } from './usage.ts';

/** A line of the file with the results. `started` is written before a request is sent. */
export type ResultLine = { key: string; row: number; time: string } & (
  | { result: 'started'; body: ContentCreate }
  | { result: 'created'; id: string; status: string }
  | { result: 'failed'; code: string; detail: string }
);

/**
 * The results of an import, in a file beside the plan, one for each workspace that a flag names. A run that was interrupted
 * continues from it.
 */
export class ImportResults {
  readonly path: string;
  readonly #last = new Map<string, ResultLine>();
  readonly #file: number;

  constructor(plan: string, workspace?: string) {
    const place = workspace === undefined ? plan : `${plan}.${encodeURIComponent(workspace)}`;
    this.path = `${place}.results.jsonl`;
    const text = existsSync(this.path) ? readFileSync(this.path, 'utf8') : '';
    for (const line of text.split('\n')) {
      const parsed = parseLine(line);
      if (parsed) this.#note(parsed);
    }
    this.#file = openResults(this.path);
    // A run that was killed may have left a part of a line.
    if (text !== '' && !text.endsWith('\n')) writeSync(this.#file, '\n');
  }

  /** Return the newest line of a row. */
  of(key: string): ResultLine | undefined {
    return this.#last.get(key);
  }

  /** Add a line. It is on the disk when this returns. */
  add(line: ResultLine): void {
    this.#note(line);
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }

  /** What was created stays created: an import at the same time may have failed with the same row. */
  #note(line: ResultLine): void {
    if (this.#last.get(line.key)?.result !== 'created') this.#last.set(line.key, line);
  }

  /** Close the file. */
  close(): void {
    closeSync(this.#file);
  }
}

function openResults(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw new UsageError(`The results cannot be written: ${(error as Error).message}. Nothing was sent.`);
  }
}

function parseLine(line: string): ResultLine | null {
  try {
    const value = JSON.parse(line) as ResultLine;
    return typeof value.key === 'string' && typeof value.result === 'string' ? value : null;
  } catch {
    return null;
  }
}
