import { readFileSync } from 'node:fs';
import { type Flag, type Given, textOf } from './flags.ts';
import type { Operation, OperationFlag } from './operation.ts';
import { decodeText } from './text.ts';
import { UsageError } from './usage.ts';

const DATA_ADVICE = 'Put it into a file, and pass --data @file, or --data - for stdin.';

/** Return the flags of an operation, without those of every command. */
export function flagsOf(operation: Operation): Flag[] {
  return [
    ...operation.flags.map(toFlag),
    ...when(operation.hasBody, 'data', 'The whole body: @file, - for stdin, or JSON. Flags replace its fields.'),
    ...(operation.page
      ? [{ name: 'all', kind: 'switch' as const, description: 'Read all pages, as JSON lines.' }]
      : []),
    ...(operation.hasCsv
      ? [{ name: 'csv', kind: 'switch' as const, description: 'Print all pages as one CSV file.' }]
      : []),
    ...when(
      operation.isKeyed,
      'idempotency-key',
      'Two requests with one key have one effect. Each command has one by default.',
    ),
    ...when(operation.isMatched, 'if-match', 'Fail after another change: the etag of the object as you know it.'),
  ];
}

/** Return the names of the fields in the path of an operation. */
export function pathFieldsOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** Return the advice for a secret that was given as a flag. */
export function secretAdvice(operation: Operation): string {
  return operation.hasBody ? DATA_ADVICE : '';
}

/** Build the path of a request from the positionals. */
export function pathFrom(operation: Operation, { positionals }: Given): string {
  const values = Object.fromEntries(pathFieldsOf(operation).map((name, index) => [name, positionals[index] ?? '']));
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === '') throw new UsageError(`<${name}> is empty.`);
    return encodeURIComponent(values[name]!);
  });
}

/** Build the query of a request. */
export async function queryFrom(operation: Operation, given: Given): Promise<Record<string, unknown>> {
  return fieldsFrom(operation, given, 'query');
}

/** Build the body of a request from `--data` and the flags, or undefined for an operation without one. */
export async function bodyFrom(operation: Operation, given: Given): Promise<object | undefined> {
  if (!operation.hasBody) return undefined;
  const data = textOf(given, 'data');
  const whole = data === undefined ? {} : parseJson(readData(data), '--data');
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new UsageError('--data must be a JSON object.');
  }
  const body: Record<string, unknown> = { ...whole, ...(await fieldsFrom(operation, given, 'body')) };
  const missing = operation.flags.filter(
    ({ name, in: place, isRequired }) => place === 'body' && isRequired && body[name] === undefined,
  );
  if (missing.length === 0) return body;
  const names = missing.map((flag) => (flag.isSecret ? `${flag.name} in --data` : `--${flagName(flag)}`));
  throw new UsageError(`${names.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`);
}

function when(isGiven: boolean | undefined, name: string, description: string): Flag[] {
  return isGiven ? [{ name, kind: 'text', description }] : [];
}

function flagName({ name }: OperationFlag): string {
  return name.replaceAll('_', '-');
}

function toFlag(flag: OperationFlag): Flag {
  const { isSecret, type, isList, values, description } = flag;
  const kind = isSecret
    ? 'secret'
    : type === 'boolean'
      ? 'switch'
      : isList
        ? type === 'json'
          ? 'texts'
          : 'list'
        : 'text';
  return { name: flagName(flag), kind, description, ...(values && { values }) };
}

async function fieldsFrom(operation: Operation, { switches, texts }: Given, place: 'query' | 'body') {
  const fields: Record<string, unknown> = {};
  for (const flag of operation.flags.filter((each) => each.in === place)) {
    const name = flagName(flag);
    const given = texts.get(name);
    if (flag.type === 'boolean') {
      if (switches.has(name)) fields[flag.name] = switches.get(name);
    } else if (given) {
      const values = await Promise.all(given.map((text) => valueIn(flag, text)));
      // A list in JSON may be one value, too.
      fields[flag.name] = flag.isList ? (flag.type === 'json' ? values.flat() : values) : values[0];
    }
  }
  return fields;
}

async function valueIn(flag: OperationFlag, text: string): Promise<unknown> {
  const name = `--${flagName(flag)}`;
  if (flag.type === 'json') return parseJson(text, name);
  if (flag.type === 'integer' || flag.type === 'number') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${name} must be a number.`);
    return value;
  }
  if (flag.type !== 'time' || /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  // Loaded only for a time that a person wrote: it is the largest part of this program.
  const { machineZone, parseTime } = await import('./times.ts');
  const { iso, requested } = parseTime(text, { nowMs: Date.now(), zone: machineZone() });
  // Filters and expiries are instants.
  return flag.name === 'scheduled_at' ? requested : iso;
}

function readData(data: string): string {
  if (data === '-') return decodeText(readFileSync(0), 'The text of stdin');
  return data.startsWith('@') ? readFile(data.slice(1)) : data;
}

/** Read a file that was named in an argument. Throws a UsageError if it cannot be read. */
export function readFile(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return decodeText(bytes, path);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}
