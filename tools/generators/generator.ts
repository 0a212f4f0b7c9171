import { join, resolve } from 'node:path';
import type { RunCommand } from '../python/virtual-environment.ts';

/** A program that generates a client from an OpenAPI document. */
export interface Generator {
  name: string;
  version: string;
  /** The ending of the files that it generates. */
  ending: string;
  /** Install the program and what compiles its results, unless they are installed. Throws when they cannot be. */
  install: (run: RunCommand) => Promise<unknown>;
  /** Generate a client of the document, a file, into an empty folder. */
  generate: (run: RunCommand, document: string, folder: string) => Promise<unknown>;
  /** Compile the client. Throws with the errors of the compiler. */
  compile: (run: RunCommand, folder: string) => Promise<unknown>;
}

export const ROOT = resolve(import.meta.dirname, '../..');
/** The programs that are installed. */
export const PROGRAMS = join(ROOT, 'node_modules/.cache/generators');
