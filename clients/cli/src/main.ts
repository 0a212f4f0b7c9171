import { COMMAND_NAMES, COMMANDS, KEY_ADVICE, SHORTCUTS } from './commands.ts';
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
    // Commands that change something report their own failures.
    process.stderr.write(`${describeFailure(error, { isRead: true })}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

async function run(args: string[], fallback: Fallback): Promise<number> {
  const [first, second, ...rest] = args;
  if (first === undefined || first === '--help' || first === '-h') return print(programHelp());
  if (first === 'help') return print(helpOf(args.slice(1)));
  if (first === 'version' || first === '--version' || first === '-v') return print(VERSION);
  if (first === '__complete') return print((await import('./completion.ts')).completions(args.slice(1)).join('\n'));
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) {
    const given = parse(args.slice(1), command.flags, KEY_ADVICE);
    if (given.switches.get('help')) return print(commandHelp(command));
    return command.run(createContext(given, process.env, fallback));
  }
  const shortcut = SHORTCUTS.find(({ name }) => name === first);
  if (shortcut) return run([...shortcut.words, ...args.slice(1)], fallback);
  if (!Object.hasOwn(RESOURCES, first)) throw unknownCommand(first);
  if (second === '--help' || second === '-h') return print(resourceHelp(first));
  const list = onlyList(first);
  if (list && (second === undefined || second.startsWith('-'))) return runVerb(list, args.slice(1), fallback);
  if (second === undefined) return print(resourceHelp(first));
  return runVerb(findOperation(first, second), rest, fallback);
}

/** Write the help of the program, of a command, of a resource or of its verb. */
function helpOf([first, second]: string[]): string {
  if (first === undefined) return programHelp();
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) return commandHelp(command);
  const shortcut = SHORTCUTS.find(({ name }) => name === first);
  if (shortcut) return operationHelp(findOperation(shortcut.words[0], shortcut.words[1]));
  if (!Object.hasOwn(RESOURCES, first)) throw unknownCommand(first);
  return second === undefined ? resourceHelp(first) : operationHelp(findOperation(first, second));
}

function unknownCommand(name: string): UsageError {
  const names = [...COMMAND_NAMES, ...Object.keys(RESOURCES)];
  if (name.startsWith('-')) {
    return new UsageError(
      `${name} is no flag of cis.${suggestion(name, ['--help', '--version'])} Flags come after a command.`,
    );
  }
  return new UsageError(`${name} is no command.${suggestion(name, names)} cis help lists all.`);
}

async function runVerb(operation: Operation, args: string[], fallback: Fallback): Promise<number> {
  const given = parse(args, flagsOf(operation), secretAdvice(operation));
  if (given.switches.get('help')) return print(operationHelp(operation));
  assertPositionals(given, pathFieldsOf(operation));
  const { runOperation } = await import('./operation-command.ts');
  return runOperation(operation, createContext(given, process.env, fallback));
}

/** Return the list of a resource that has no other verb, which its command may leave out. */
function onlyList(resource: string): Operation | undefined {
  const [operation, ...others] = OPERATIONS.filter((each) => each.resource === resource);
  return others.length === 0 && operation?.verb === 'list' ? operation : undefined;
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
