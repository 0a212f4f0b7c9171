import { readLocalServiceInfo } from './local-service-file.ts';

/** The URLs of a target. */
export interface Target {
  baseUrl: string;
  /** Null for a stage without a dashboard. */
  dashboardOrigin: string | null;
}

/**
 * Select the table of a deployed stage, or of the local service in `folder` without a stage. Sets environment
 * variables, because `lib` reads its configuration from them, as on Lambda. Throws an Error with advice when there is
 * no such stack or no local service.
 */
export async function useTarget(target: { stage?: string | undefined; folder: string }): Promise<Target> {
  if (target.stage !== undefined) {
    // It loads the client of CloudFormation, which the local service does not need.
    const { getStackOutputs } = await import('./stack.ts');
    const { baseUrl, tableName, encryptionKeyArn, dashboardUrl } = await getStackOutputs(target.stage);
    Object.assign(process.env, { TABLE_NAME: tableName, ENCRYPTION_ARN: encryptionKeyArn });
    return { baseUrl, dashboardOrigin: dashboardUrl && new URL(dashboardUrl).origin };
  }
  const { base_url, table, kms, media } = await readLocalServiceInfo(target.folder);
  // A profile takes precedence over access keys.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, {
    TABLE_NAME: table.tableName,
    ENCRYPTION_ARN: kms.key_arn,
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    AWS_ENDPOINT_URL_S3: media.endpoint,
    MEDIA_BUCKET: media.bucket,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: table.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: table.credentials.secretAccessKey,
  });
  return { baseUrl: base_url, dashboardOrigin: new URL(base_url).origin };
}
