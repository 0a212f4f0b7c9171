import { endpointOf } from '../../lib/bundle/endpoints.ts';

/** A flag of the example: a row of the generated table. */
interface ExampleFlag {
  name: string;
  type: string;
  isList?: boolean;
  isRequired?: boolean;
  isSecret?: boolean;
}

/** No further field that may be omitted is added to a longer command. */
const MAX_LENGTH = 90;
const PLAIN = /^[\w.,:/@=-]+$/;

/**
 * Write the command of an operation with the example of its declaration: the fields that it requires, and as many others as
 * are read easily. Secrets are read from stdin.
 */
export function exampleCommand(resource: string, verb: string, pathFields: string[], flags: ExampleFlag[]): string {
  const { example = {} } = endpointOf(`${resource}.${verb}`);
  const fields: Record<string, unknown> = { ...example.query, ...(example.body as object) };
  const path = pathFields.map((name) => familiar(example.params?.[name] ?? `<${name}>`));
  let command = ['cis', resource, verb, ...path.map(quoted)].join(' ');
  const named = flags.filter(({ name }) => name in fields);
  for (const flag of named.sort((one, other) => Number(other.isRequired ?? 0) - Number(one.isRequired ?? 0))) {
    if (flag.isSecret || (!flag.isRequired && command.length > MAX_LENGTH)) continue;
    command += ` ${flagText(flag, fields[flag.name])}`;
  }
  return named.some(({ isSecret }) => isSecret) ? `${command} --data @secret.json` : command;
}

function flagText({ name, type, isList }: ExampleFlag, value: unknown): string {
  const flag = name.replaceAll('_', '-');
  if (typeof value === 'boolean') return value ? `--${flag}` : `--no-${flag}`;
  if (type === 'time')
    return `--${flag} ${quoted(String(value) === '{{tomorrow}}' ? 'tomorrow 9:00' : familiar(String(value)))}`;
  const text = type === 'json' ? JSON.stringify(value) : isList ? (value as unknown[]).join(',') : String(value);
  return `--${flag} ${quoted(familiar(text))}`;
}

/** Write times and the name of X as a person does. */
function familiar(text: string): string {
  return text
    .replaceAll('{{tomorrow}}', '2026-12-02T09:00:00Z')
    .replaceAll('{{yesterday}}', '2026-11-30T09:00:00Z')
    .replaceAll(/\btwitter\b(?!\.)/g, 'x');
}

/** Quote a word for a shell. */
function quoted(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.startsWith('<') ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
