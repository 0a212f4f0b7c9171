import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** The id of the resource. A constant, because an update never replaces the bucket. */
const PHYSICAL_ID = 'site';

/**
 * Report the end of a custom resource's change to CloudFormation, which waits for it. `error` is the reason of a failure,
 * and null for a success. Throws when CloudFormation does not accept the report.
 */
export async function answerCloudFormation(
  event: CloudFormationCustomResourceEvent,
  error: Error | null,
): Promise<void> {
  const { RequestId, StackId, LogicalResourceId, ResponseURL } = event;
  const body = JSON.stringify({
    Status: error ? 'FAILED' : 'SUCCESS',
    ...(error ? { Reason: error.message } : {}),
    PhysicalResourceId: PHYSICAL_ID,
    RequestId,
    StackId,
    LogicalResourceId,
  });
  // The URL is signed without a content type, which a text would have.
  const response = await fetch(ResponseURL, { method: 'PUT', body: Buffer.from(body) });
  if (!response.ok) throw new Error(`CloudFormation responded ${response.status} to the report.`);
}
