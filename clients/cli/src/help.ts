import { COMMANDS, type Command, SHORTCUTS } from './commands.ts';
import { COMMON_FLAGS, type Flag } from './flags.ts';
import type { Operation } from './operation.ts';
import { flagsOf, pathFieldsOf } from './operation-flags.ts';
import { OPERATIONS, RESOURCES } from './operations.ts';

/** Texts wrap at no less, however narrow the terminal is. */
const MIN_TEXT_WIDTH = 20;

/** Write the help of the program. */
export function programHelp(): string {
  const commands = [...COMMANDS, ...SHORTCUTS].map(({ name, summary }) => [name, summary] as const);
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
  const { resource, verb, summary, example } = operation;
  const required = operation.flags.filter(({ isRequired }) => isRequired).map(({ name }) => name.replaceAll('_', '-'));
  const words = [`cis ${resource} ${verb}`, ...pathFieldsOf(operation).map((name) => `<${name}>`)].join(' ');
  const examples = [example, `${words} ${variantOf(operation)}`];
  return `${summary}\n\nUsage: cis ${resource} ${verbUsage(operation)} [flags]\n\n${flagHelp(flagsOf(operation), required)}\n\n${exampleHelp(examples)}`;
}

/** Write the help of a command that is written by hand. */
export function commandHelp({ usage, summary, flags, examples }: Command): string {
  return `${summary}\n\nUsage: ${usage}\n\n${flagHelp(flags)}\n\n${exampleHelp(examples)}`;
}

/** Return the flags of a second example. */
function variantOf({ page, hasBody }: Operation): string {
  if (page) return '--all';
  return hasBody ? '--data @request.json' : '--json';
}

function exampleHelp(examples: readonly string[]): string {
  return `Examples\n${examples.map((line) => `  ${line}`).join('\n')}`;
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

/** Write names and their texts, which wrap at the width of the terminal. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4;
  const width = Math.max(MIN_TEXT_WIDTH, (process.stdout.columns || Number.POSITIVE_INFINITY) - indent);
  return rows
    .map(([name, text]) => `  ${name}`.padEnd(indent) + wrap(text, width).join(`\n${' '.repeat(indent)}`))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Break a text into lines of at most a width, between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
