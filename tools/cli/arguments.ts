import type * as z from 'zod';

/** The arguments of a command are invalid. The message lists the valid ones; the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Validates the options of a command. Throws a UsageError that names each invalid option. */
export function parseOptions<S extends z.ZodType>(shape: S, given: unknown, usage: string): z.infer<S> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new UsageError([...wrong, usage].join('\n'));
}
