import { parseArgs } from 'node:util';
import { suggestion, UsageError } from './usage.ts';

/** A flag of a command. `list` is one that is repeated, and whose values have commas unless it is `texts`. */
export interface Flag {
  name: string;
  kind: 'switch' | 'text' | 'list' | 'texts' | 'secret';
  description: string;
  /** The values that completion offers. */
  values?: readonly string[];
  /** Names of other commands for the same, which a person may try. */
  alike?: readonly string[];
}

/** What was given to a command. */
export interface Given {
  positionals: string[];
  switches: ReadonlyMap<string, boolean>;
  texts: ReadonlyMap<string, string[]>;
}

/** The flags of every command. */
export const COMMON_FLAGS: readonly Flag[] = [
  {
    name: 'profile',
    kind: 'text',
    description: 'The profile to use. Defaults to CIS_PROFILE, else to the current one.',
  },
  {
    name: 'workspace',
    kind: 'text',
    description: 'The workspace in which a stage key acts: its id, or external: and your own id of it.',
  },
  { name: 'json', kind: 'switch', description: 'Print JSON. The default when the output is no terminal.' },
  { name: 'help', kind: 'switch', description: 'Print this help.' },
];

const SECRET_NAME = /(^|-)(secret|token|password)$/;
const SECRET_ADVICE = 'is a secret, and other users of the machine can read arguments.';

/** Parse the arguments of a command. Throws a UsageError that names an unknown flag and the one that is most similar. */
export function parseFlags(args: string[], flags: readonly Flag[], secretAdvice: string): Given {
  const known = new Map(flags.map((flag) => [flag.name, flag]));
  const options = Object.fromEntries(
    flags.map(({ name, kind }) => [name, { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens, positionals } = parseArgs({
    args,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const switches = new Map<string, boolean>();
  const texts = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = known.get(name);
    const negated = name.startsWith('no-') ? known.get(name.slice(3)) : undefined;
    if (flag?.kind === 'secret' || (!flag && SECRET_NAME.test(name))) {
      throw new UsageError(`${rawName} ${SECRET_ADVICE} ${secretAdvice}`);
    }
    if (!flag && negated?.kind === 'switch' && value === undefined) switches.set(negated.name, false);
    else if (!flag) throw new UsageError(`${rawName} is no flag.${adviceFor(rawName, flags)}`);
    else if (flag.kind === 'switch') switches.set(name, switchValue(rawName, value));
    else texts.set(name, [...(texts.get(name) ?? []), textValue(rawName, value, inlineValue)]);
  }
  for (const [name, values] of texts) {
    const kind = known.get(name)?.kind;
    if (kind === 'text' && values.length > 1) throw new UsageError(`--${name} is given more than once.`);
    if (kind === 'list')
      texts.set(
        name,
        values
          .flatMap((value) => value.split(','))
          .map((each) => each.trim())
          .filter(Boolean),
      );
  }
  return { positionals, switches, texts };
}

/** Assert the number of positionals. `names` are those that are required; those in brackets are optional. */
export function assertPositionals({ positionals }: Given, names: readonly string[]): void {
  const required = names.filter((name) => !name.startsWith('['));
  const missing = required[positionals.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
  const extra = positionals[names.length];
  if (extra !== undefined)
    throw new UsageError(`${JSON.stringify(extra)} is one argument too many. Put texts in quotes.`);
}

/** Return the value of a flag that is given at most once. */
export function textOf({ texts }: Given, name: string): string | undefined {
  return texts.get(name)?.[0];
}

/** Flags have two dashes. What begins with one is probably a text. */
function adviceFor(rawName: string, flags: readonly Flag[]): string {
  if (!rawName.startsWith('--')) return ' If a text begins with a dash, put it after all flags, and -- before it.';
  const alike = flags.find((flag) =>
    flag.alike?.some((name) => name.startsWith(rawName.slice(2)) && rawName.length > 4),
  );
  if (alike) return ` Did you mean --${alike.name}?`;
  return suggestion(
    rawName,
    flags.map(({ name }) => `--${name}`),
  );
}

function switchValue(rawName: string, value: string | undefined): boolean {
  if (value === undefined || value === 'true') return true;
  if (value === 'false') return false;
  throw new UsageError(`${rawName} is a switch: it takes no value but true or false.`);
}

function textValue(rawName: string, value: string | undefined, isInline: boolean | undefined): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
  if (!isInline && /^--?[a-z]/i.test(value)) {
    throw new UsageError(`${rawName} needs a value. If the value begins with a dash, write ${rawName}=${value}.`);
  }
  return value;
}
