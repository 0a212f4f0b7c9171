import { COMMANDS, type Command } from './commands.ts';
import { COMMON_FLAGS, type Flag } from './flags.ts';
import type { Operation } from './operation.ts';
import { flagsOf, pathFieldsOf } from './operation-flags.ts';
import { OPERATIONS, RESOURCES } from './operations.ts';

/** Write the help of the program. */
export function programHelp(): string {
  const commands = COMMANDS.map(({ name, summary }) => [name, summary] as const);
  const resources = Object.entries(RESOURCES);
  return `cis: the command line of the Content Intelligence Service

Usage: cis <command> [arguments], cis <resource> <verb> [arguments]

Commands
${columns([...commands, ['help', 'Print this help.'], ['version', 'Print the version.']])}

Resources (cis <resource> lists the verbs)
${columns(resources)}

Environment: CIS_PROFILE, or CIS_BASE_URL with CIS_CLIENT_ID and CIS_CLIENT_SECRET
Exit codes: 0 success, 1 rejected or failed, 2 wrong arguments, 3 repeat it, 4 outcome unconfirmed`;
}

/** Write the help of a resource: its verbs. */
export function resourceHelp(resource: string): string {
  const verbs = OPERATIONS.filter((each) => each.resource === resource).map(
    (each) => [verbUsage(each), each.summary] as const,
  );
  return `${RESOURCES[resource]}\n\n${columns(verbs)}\n\nThe flags of a verb: cis ${resource} <verb> --help`;
}

/** Write the help of an operation. */
export function operationHelp(operation: Operation): string {
  const { resource, summary } = operation;
  const required = operation.flags.filter(({ isRequired }) => isRequired).map(({ name }) => name.replaceAll('_', '-'));
  return `${summary}\n\nUsage: cis ${resource} ${verbUsage(operation)} [flags]\n\n${flagHelp(flagsOf(operation), required)}`;
}

/** Write the help of a command that is written by hand. */
export function commandHelp({ usage, summary, flags }: Command): string {
  return `${summary}\n\nUsage: ${usage}\n\n${flagHelp(flags)}`;
}

function verbUsage(operation: Operation): string {
  return [operation.verb, ...pathFieldsOf(operation).map((name) => `<${name}>`)].join(' ');
}

function flagHelp(flags: readonly Flag[], required: readonly string[] = []): string {
  const rows = [...flags, ...COMMON_FLAGS].map(({ name, kind, description, values }) => {
    const known = values && values.length <= 12 ? ` One of ${values.join(', ')}.` : '';
    const text = `${required.includes(name) ? '(required) ' : ''}${description}${known}`;
    if (kind === 'secret') return [`${name}`, `${text} No flag, but a field of --data: it is a secret.`] as const;
    return [`--${name}${kind === 'switch' ? '' : ' …'}`, text] as const;
  });
  return `Flags\n${columns(rows)}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()).join('\n');
}
