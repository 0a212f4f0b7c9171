import type * as z from 'zod/mini';

/** An extension member of problems (RFC 9457, section 3.2). */
export interface Extension {
  /** What it states, by the codes of the problems that have it. */
  of: Readonly<Record<string, string>>;
  /** Its schema: a text where absent. */
  schema?: z.ZodMiniType;
  /** The format of a text. */
  format?: 'date-time';
  example?: unknown;
}

/** The extension members that a feature adds to problems, by name. */
export type Extensions = Readonly<Record<string, Extension>>;

/**
 * Declare the extension members of the problems that a feature throws, in its `problem-extensions.ts`. No function imports
 * it: only the documents have what it states.
 */
export function defineExtensions(extensions: Extensions): Extensions {
  return extensions;
}
