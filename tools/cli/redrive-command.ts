import { parseArgs } from 'node:util';
import { UsageError } from './arguments.ts';
import { countMessages, type RedriveResult, redriveEach, redriveSqs } from './dead-letter-queue.ts';
import { redriveInvocation, redriveStreamBatch } from './redrive-targets.ts';
import { getQueueUrl } from './stack.ts';

type PrintLine = (line: string) => void;

/** How to redrive the messages of each dead-letter queue. */
const REDRIVES: Record<string, (queueUrl: string, print: PrintLine) => Promise<RedriveResult>> = {
  PublishDeadLetters: redriveSqs,
  DeliveryDeadLetters: redriveSqs,
  MetricPollDeadLetters: redriveSqs,
  EmailDeadLetters: redriveSqs,
  InvocationDeadLetters: (queueUrl, print) => redriveEach(queueUrl, redriveInvocation, print),
  StreamDeadLetters: (queueUrl, print) => redriveEach(queueUrl, redriveStreamBatch, print),
};

const USAGE = `Usage: npm run redrive -- ${Object.keys(REDRIVES).join('|')} [--stage production|development|local] [--dry-run]`;

/**
 * Runs `redrive <queue>`. Returns true when every message was redriven. Throws a UsageError for invalid
 * arguments, and other errors when the stage cannot be reached.
 */
export async function redriveCommand(args: string[], print: PrintLine): Promise<boolean> {
  const { queue, redrive, stage, isDryRun } = read(args);
  const queueUrl = await getQueueUrl(stage, queue);
  const waiting = await countMessages(queueUrl);
  if (isDryRun || waiting === 0) {
    print(`${queue} of ${stage}: ${waiting} messages`);
    return true;
  }
  const { moved, failed } = await redrive(queueUrl, print);
  print(`${queue} of ${stage}: ${moved} redriven, ${failed} remain`);
  return failed === 0;
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
    const [queue = '', ...more] = positionals;
    const redrive = Object.hasOwn(REDRIVES, queue) ? REDRIVES[queue] : undefined;
    if (!redrive || more.length > 0) throw new Error(`There is no dead-letter queue "${positionals.join(' ')}".`);
    return { queue, redrive, stage: values.stage, isDryRun: values['dry-run'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
