import { join } from 'node:path';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from '../lib/app/site/answer-cloudformation.ts';
import { emptySite, uploadSite } from '../lib/app/site/upload-site.ts';
import { requireEnv } from '../lib/core/config/env.ts';

/**
 * Upload the files of the dashboard and the documentation, which are deployed with this function. CloudFormation invokes
 * it for a deployment that changes them; before it removes the bucket, the function empties it.
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const error = await apply(event).then(
    () => null,
    (reason: Error) => reason,
  );
  await answerCloudFormation(event, error);
}

async function apply({ RequestType }: CloudFormationCustomResourceEvent): Promise<void> {
  const bucket = requireEnv('SITE_BUCKET');
  if (RequestType === 'Delete') return emptySite(bucket);
  return uploadSite(bucket, join(requireEnv('LAMBDA_TASK_ROOT'), 'site'));
}
