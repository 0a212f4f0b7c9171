import type { SQSEvent } from 'aws-lambda';
import { runQueuedStep } from '../lib/app/steps/run-queued-step.ts';
import { processHeld } from '../lib/core/queue/held-message.ts';
import { processInTurn } from '../lib/core/queue/message-batch.ts';
import { queueUrl } from '../lib/core/queue/sqs.ts';
import { stepRetrySeconds } from '../lib/core/retry/back-off.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';

/** Run queued steps of exports, imports and other jobs. SQS delivers a step that fails again within minutes. */
export const handler = withInvocationDeadline((event: SQSEvent) =>
  processInTurn(event, 'step failed', (message) => {
    const receives = Number(message.attributes.ApproximateReceiveCount ?? 1);
    const perform = () => runQueuedStep(JSON.parse(message.body), Date.now());
    return processHeld(queueUrl('STEP'), message, stepRetrySeconds(receives), perform);
  }),
);
