import { join } from 'node:path';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation, type Outcome } from '../lib/app/site/answer-cloudformation.ts';
import { newOriginSecret } from '../lib/app/site/origin-secret.ts';
import { emptySite, uploadSite } from '../lib/app/site/upload-site.ts';
import { requireEnv } from '../lib/core/config/env.ts';

/**
 * Create the secret of the distribution, and upload the files of the dashboard and the documentation, which are deployed
 * with this function. CloudFormation invokes it for the first deployment and for one that changes the files; before it
 * removes the bucket, the function empties it.
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const isSecret = event.ResourceType === 'Custom::OriginSecret';
  const change = isSecret ? createSecret(event) : changeFiles(event);
  const outcome = await change.catch((error: Error): Outcome => ({ error }));
  await answerCloudFormation(event, isSecret ? 'origin-secret' : 'site', outcome);
}

async function createSecret({ RequestType }: CloudFormationCustomResourceEvent): Promise<Outcome> {
  return { attributes: RequestType === 'Delete' ? {} : newOriginSecret() };
}

async function changeFiles({ RequestType }: CloudFormationCustomResourceEvent): Promise<Outcome> {
  const bucket = requireEnv('SITE_BUCKET');
  if (RequestType === 'Delete') await emptySite(bucket);
  else await uploadSite(bucket, join(requireEnv('LAMBDA_TASK_ROOT'), 'site'));
  return { attributes: {} };
}
