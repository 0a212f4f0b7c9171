import * as z from 'zod/mini';

/** An extension member of problems (RFC 9457, section 3.2). */
interface Extension {
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

/** Build the schema of a member, which several features may declare: each adds what it states in its problems. */
export function extensionSchema(declared: readonly Extension[]): z.ZodMiniType {
  const { schema = z.string(), format, example } = declared[0]!;
  const byText = Map.groupBy(
    declared.flatMap(({ of }) => Object.entries(of)),
    ([, text]) => text,
  );
  const description = [...byText]
    .map(([text, codes]) => `${codes.map(([code]) => code).join(', ')}: ${text}`)
    .join(' ');
  return z
    .optional(schema)
    .check(z.meta({ description, ...(format && { format }), ...(example !== undefined && { examples: [example] }) }));
}
