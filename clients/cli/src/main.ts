import { COMMANDS, KEY_ADVICE } from './commands.ts';
import { createContext, type Fallback } from './context.ts';
import { describeFailure, EXIT, exitCodeOf } from './failures.ts';
import { assertPositionals, COMMON_FLAGS, type Flag, type Given, parseFlags } from './flags.ts';
import { commandHelp, operationHelp, programHelp, resourceHelp } from './help.ts';
import type { Operation } from './operation.ts';
import { flagsOf, pathFieldsOf, secretAdvice } from './operation-flags.ts';
import { OPERATIONS, RESOURCES } from './operations.ts';
import { suggestion, UsageError } from './usage.ts';
import { VERSION } from './version.ts';

/** Run the command line with its arguments, and set the exit code of the process. */
export async function main(args: string[], fallback: Fallback = () => undefined): Promise<void> {
  // A reader that ends early, as `head` does, is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  // Node 20 warns that `openAsBlob` is new.
  process.removeAllListeners('warning');
  try {
    process.exitCode = await run(args, fallback);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

async function run(args: string[], fallback: Fallback): Promise<number> {
  const [first, second, ...rest] = args;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return print(programHelp());
  if (first === 'version' || first === '--version') return print(VERSION);
  if (first === '__complete') return print((await import('./completion.ts')).completions(args.slice(1)).join('\n'));
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) {
    const given = parse(args.slice(1), command.flags, KEY_ADVICE);
    if (given.switches.get('help')) return print(commandHelp(command));
    return command.run(createContext(given, process.env, fallback));
  }
  if (!Object.hasOwn(RESOURCES, first)) {
    const names = [...COMMANDS.map(({ name }) => name), ...Object.keys(RESOURCES)];
    throw new UsageError(`${first} is no command.${suggestion(first, names)} cis help lists all.`);
  }
  if (second === undefined || second === '--help' || second === '-h') return print(resourceHelp(first));
  return runVerb(findOperation(first, second), rest, fallback);
}

async function runVerb(operation: Operation, args: string[], fallback: Fallback): Promise<number> {
  const given = parse(args, flagsOf(operation), secretAdvice(operation));
  if (given.switches.get('help')) return print(operationHelp(operation));
  assertPositionals(given, pathFieldsOf(operation));
  const { runOperation } = await import('./operation-command.ts');
  return runOperation(operation, createContext(given, process.env, fallback));
}

function findOperation(resource: string, verb: string): Operation {
  const operations = OPERATIONS.filter((each) => each.resource === resource);
  const operation = operations.find((each) => each.verb === verb);
  if (operation) return operation;
  const verbs = operations.map((each) => each.verb);
  throw new UsageError(`cis ${resource} has no verb ${verb}.${suggestion(verb, verbs)} Verbs: ${verbs.join(', ')}`);
}

function parse(args: string[], flags: readonly Flag[], advice: string): Given {
  return parseFlags(args, [...flags, ...COMMON_FLAGS], advice);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.success;
}
