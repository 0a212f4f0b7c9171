import type { Operation, OperationFlag } from '../../clients/cli/src/operation.ts';
import { pathFieldsOf } from '../../clients/cli/src/operation-flags.ts';
import { endpointOf } from '../../lib/bundle/endpoints.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { PathParameters, Resources } from '../../tools/conformance/resources.ts';

/** The arguments of a command, and what it reads from stdin. */
export interface CommandRequest {
  args: string[];
  stdin: string;
}

/** What a command has in place of the parameters and of the fields of its example. */
export interface OwnValues {
  params?: PathParameters;
  fields?: Record<string, unknown>;
}

/**
 * Write the command of an operation from the example of its declaration: each field that has a flag as a flag, and the
 * others, which are secrets, as the body on stdin. Its ids are those of the resources.
 */
export function requestOf(operation: Operation, resources: Resources, own: OwnValues = {}): CommandRequest {
  const { resource, verb, flags } = operation;
  const { id, example = {} } = endpointOf(`${resource}.${verb}`);
  const params: PathParameters = { ...example.params, ...resources.parameters[id], ...own.params };
  const fields = own.fields ?? present({ ...example.query, ...(example.body as object) }, resources.values);
  const args = [resource, verb, ...pathFieldsOf(operation).map((name) => params[name]!)];
  const secrets: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const flag = flags.find((each) => each.name === name);
    if (!flag) throw new Error(`cis ${resource} ${verb} has no flag for ${name}.`);
    if (flag.isSecret) secrets[name] = value;
    else args.push(argumentOf(flag, value));
  }
  if (Object.keys(secrets).length === 0) return { args, stdin: '' };
  return { args: [...args, '--data', '-'], stdin: JSON.stringify(secrets) };
}

function argumentOf({ name, type, isList }: OperationFlag, value: unknown): string {
  const flag = name.replaceAll('_', '-');
  if (typeof value === 'boolean') return value ? `--${flag}` : `--no-${flag}`;
  if (type === 'json') return `--${flag}=${JSON.stringify(value)}`;
  return `--${flag}=${isList ? (value as unknown[]).join(',') : value}`;
}

/** Return an example with ids that exist, and with times a day from now and a day ago. */
function present(example: object, values: Record<string, string>): Record<string, unknown> {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const replacements = { ...values, '{{tomorrow}}': inMs(DAY_MS), '{{yesterday}}': inMs(-DAY_MS) };
  const text = Object.entries(replacements).reduce(
    (json, [sample, value]) => json.replaceAll(sample, value),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}
