import { parseArgs } from 'node:util';
import { UsageError } from './arguments.ts';
import { countMessages, type RedriveResult, redriveEach, redriveSqs } from './dead-letter-queue.ts';
import { redriveInvocation, redriveStreamBatch } from './redrive-targets.ts';
import { getQueueUrl } from './stack.ts';

type PrintLine = (line: string) => void;

/** How what failed goes back to where it came from, by the queue it ended in. */
const REDRIVES: Record<string, (queueUrl: string, say: PrintLine) => Promise<RedriveResult>> = {
  PublishDeadLetters: redriveSqs,
  DeliveryDeadLetters: redriveSqs,
  MetricPollDeadLetters: redriveSqs,
  InvocationDeadLetters: (queueUrl, say) => redriveEach(queueUrl, redriveInvocation, say),
  StreamDeadLetters: (queueUrl, say) => redriveEach(queueUrl, redriveStreamBatch, say),
};

const USAGE = `Usage: npm run redrive -- ${Object.keys(REDRIVES).join('|')} [--stage production|development|local] [--dry-run]`;

/**
 * Runs `redrive <queue>`. True when nothing was left behind. Throws WrongArguments for what cannot be
 * understood, and other errors for what cannot be done there.
 */
export async function redriveCommand(args: string[], say: PrintLine): Promise<boolean> {
  const { queue, redrive, stage, isDryRun } = read(args);
  const queueUrl = await getQueueUrl(stage, queue);
  const waiting = await countMessages(queueUrl);
  if (isDryRun || waiting === 0) {
    say(`${queue} of ${stage}: ${waiting} messages`);
    return true;
  }
  const { moved, failed } = await redrive(queueUrl, say);
  say(`${queue} of ${stage}: ${moved} went back, ${failed} stay`);
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
    if (!redrive || more.length > 0) throw new Error(`There is no failure queue "${positionals.join(' ')}".`);
    return { queue, redrive, stage: values.stage, isDryRun: values['dry-run'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
