import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** The outcome of a custom resource's change: the attributes that the template refers to, or the reason of a failure. */
export type Outcome = { attributes: Record<string, string> } | { error: Error };

/**
 * Report the end of a custom resource's change to CloudFormation, which waits for it. `physicalId` is a constant, because
 * no update replaces the resource. CloudFormation shows no attribute, because it may be a secret. Throws when
 * CloudFormation does not accept the report.
 */
export async function answerCloudFormation(
  event: CloudFormationCustomResourceEvent,
  physicalId: string,
  outcome: Outcome,
): Promise<void> {
  const { RequestId, StackId, LogicalResourceId, ResponseURL } = event;
  const body = JSON.stringify({
    ...('error' in outcome
      ? { Status: 'FAILED', Reason: outcome.error.message }
      : { Status: 'SUCCESS', NoEcho: true, Data: outcome.attributes }),
    PhysicalResourceId: physicalId,
    RequestId,
    StackId,
    LogicalResourceId,
  });
  // The URL is signed without a content type, which a text would have.
  const response = await fetch(ResponseURL, { method: 'PUT', body: Buffer.from(body) });
  if (!response.ok) throw new Error(`CloudFormation responded ${response.status} to the report.`);
}
