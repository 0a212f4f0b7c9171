import { constructIdOf } from '../../lib/stack/construct-ids.ts';
import type { Reservation } from '../../lib/stack/reserved-concurrency.ts';

/** The concurrency quota of an account in a region, as `lambda:GetAccountSettings` returns it. */
export interface ConcurrencyQuota {
  concurrentExecutions: number;
  /** What no function of the account reserves. */
  unreservedExecutions: number;
}

/** Lambda keeps this much of every account unreserved. */
const MIN_UNRESERVED_EXECUTIONS = 100;
/** Below this, a dashboard and a burst of the stream and the queues use up what the account has. */
const SMALL_QUOTA_EXECUTIONS = 50;
/** “Concurrent executions” in Service Quotas. */
const QUOTA_CODE = 'L-B99A9384';

/**
 * Compare what a deployment reserves with the quota. `deployed` is what the functions of the stage reserve already.
 * Returns whether it fits, and the lines to print: the numbers, and the next steps when it does not fit.
 */
export function checkConcurrency(
  stageName: string,
  quota: ConcurrencyQuota,
  reservations: readonly Reservation[],
  deployed: number,
): { isEnough: boolean; lines: string[] } {
  const reserved = reservations.reduce((total, { executions }) => total + executions, 0);
  const others = quota.concurrentExecutions - quota.unreservedExecutions - deployed;
  const needed = others + reserved + MIN_UNRESERVED_EXECUTIONS;
  const isEnough = reserved === 0 || needed <= quota.concurrentExecutions;
  const lines = [
    `Lambda quota “Concurrent executions”: ${quota.concurrentExecutions}`,
    `reserved by ${stageName}: ${reserved}`,
    ...reservations.map(({ logicalId, executions }) => `  ${constructIdOf(logicalId)}: ${executions}`),
    `reserved by other functions: ${others}`,
    `kept unreserved by Lambda: ${MIN_UNRESERVED_EXECUTIONS}`,
  ];
  const request = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${QUOTA_CODE}`;
  const command = `  ${request} --desired-value ${Math.max(1000, needed)}`;
  if (!isEnough) {
    return {
      isEnough,
      lines: [
        ...lines,
        `The quota is not sufficient: ${stageName} needs ${needed}. Request an increase, which takes minutes to days:`,
        command,
        `Or deploy without reservations until then: set them to null in settings/${stageName}.json (docs/deploy.md).`,
      ],
    };
  }
  if (quota.concurrentExecutions >= SMALL_QUOTA_EXECUTIONS)
    return { isEnough, lines: [...lines, 'The quota is sufficient.'] };
  return {
    isEnough,
    lines: [
      ...lines,
      `The quota is sufficient to deploy, and small: requests, the stream and the queues share ${quota.concurrentExecutions} executions. In a burst, requests return 503 and posts are published minutes late. Request an increase, which takes minutes to days:`,
      command,
    ],
  };
}
