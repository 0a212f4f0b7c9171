import { parseArgs } from 'node:util';
import { UsageError } from './arguments.ts';
import { countObjects } from './count-objects.ts';
import { countMessages, type RedriveResult, redriveEach, redriveSqs } from './dead-letter-queue.ts';
import { redriveInvocation } from './redrive-invocation.ts';
import { getBucketName, getFunctionName, getQueueUrl } from './stack.ts';
import { redriveStreamDeadLetters } from './stream-dead-letters.ts';

type PrintLine = (line: string) => void;

/** What is waiting for a redrive, and how to redrive it. */
interface DeadLetters {
  noun: 'messages' | 'objects';
  count: () => Promise<number>;
  redrive: (print: PrintLine) => Promise<RedriveResult>;
}

/** Where the dead letters of each alarm are. */
const DEAD_LETTERS: Record<string, (stage: string) => Promise<DeadLetters>> = {
  PublishDeadLetters: (stage) => inQueue(stage, 'PublishDeadLetters', redriveSqs),
  DeliveryDeadLetters: (stage) => inQueue(stage, 'DeliveryDeadLetters', redriveSqs),
  MetricPollDeadLetters: (stage) => inQueue(stage, 'MetricPollDeadLetters', redriveSqs),
  EmailDeadLetters: (stage) => inQueue(stage, 'EmailDeadLetters', redriveSqs),
  StepDeadLetters: (stage) => inQueue(stage, 'StepDeadLetters', redriveSqs),
  MediaDeadLetters: (stage) => inQueue(stage, 'MediaDeadLetters', redriveSqs, 'data'),
  InvocationDeadLetters: (stage) =>
    inQueue(stage, 'InvocationDeadLetters', (url, print) => redriveEach(url, redriveInvocation, print)),
  StreamDeadLetters: inBucket,
};

const USAGE = `Usage: npm run redrive -- ${Object.keys(DEAD_LETTERS).join('|')} [--stage <stage>] [--dry-run]`;

/**
 * Run `redrive <name>`. Returns true when everything was redriven. Throws a UsageError for invalid
 * arguments, and other errors when the stage cannot be reached.
 */
export async function redriveCommand(args: string[], print: PrintLine): Promise<boolean> {
  const { name, find, stage, isDryRun } = read(args);
  const { noun, count, redrive } = await find(stage);
  const waiting = await count();
  if (isDryRun || waiting === 0) {
    print(`${name} of ${stage}: ${waiting} ${noun}`);
    return true;
  }
  const { moved, failed } = await redrive(print);
  print(`${name} of ${stage}: ${moved} redriven, ${failed} remain`);
  return failed === 0;
}

async function inQueue(
  stage: string,
  queue: string,
  redrive: (queueUrl: string, print: PrintLine) => Promise<RedriveResult>,
  stack: 'service' | 'data' = 'service',
): Promise<DeadLetters> {
  const url = await getQueueUrl(stage, queue, stack);
  return { noun: 'messages', count: () => countMessages(url), redrive: (print) => redrive(url, print) };
}

async function inBucket(stage: string): Promise<DeadLetters> {
  const bucket = await getBucketName(stage, 'StreamDeadLetters');
  const redrive = async (print: PrintLine) =>
    redriveStreamDeadLetters(bucket, await getFunctionName(stage, 'OnTableChange'), print);
  return { noun: 'objects', count: () => countObjects(bucket), redrive };
}

function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        stage: { type: 'string', default: 'development' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [name = '', ...more] = positionals;
    const find = Object.hasOwn(DEAD_LETTERS, name) ? DEAD_LETTERS[name] : undefined;
    if (!find || more.length > 0) throw new Error(`There are no dead letters "${positionals.join(' ')}".`);
    return { name, find, stage: values.stage, isDryRun: values['dry-run'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
