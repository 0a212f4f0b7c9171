import type * as z from 'zod';

/** What was asked for cannot be understood; the message says what can be. The command ends with 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongArguments';
  }
}

/** The options of a command in the shape asked for. Throws WrongArguments that names each wrong option. */
export function parseOptions<S extends z.ZodType>(shape: S, given: unknown, usage: string): z.infer<S> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new UsageError([...wrong, usage].join('\n'));
}
