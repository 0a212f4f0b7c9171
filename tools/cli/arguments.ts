import { type ParseArgsConfig, parseArgs } from 'node:util';
import type * as z from 'zod/mini';

/** The arguments of a command are invalid. The message lists the valid ones; the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Validate the options of a command. Throws a UsageError that names each invalid option. */
export function parseOptions<S extends z.ZodMiniType>(shape: S, given: unknown, usage: string): z.infer<S> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new UsageError([...wrong, usage].join('\n'));
}

/** Read the `--name value` arguments of a command. Throws a UsageError for an unknown one. */
export function parseArguments(args: string[], names: string[], usage: string): Record<string, unknown> {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    names.map((name) => [name, { type: 'string' }]),
  );
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}
