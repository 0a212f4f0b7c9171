import { readLocalServiceInfo } from './local-service-file.ts';
import { getStackOutputs } from './stack.ts';

/**
 * Points this process at the table of a deployed stage, or of the local service in `folder` when no stage is
 * named, and answers the base URL there. `lib/table` reads its place from the environment, as it does on
 * Lambda. Throws with advice when there is no such stack or no local service.
 */
export async function useTarget(place: { stage?: string | undefined; folder: string }): Promise<string> {
  if (place.stage !== undefined) {
    const { baseUrl, tableName } = await getStackOutputs(place.stage);
    process.env.TABLE_NAME = tableName;
    return baseUrl;
  }
  const { base_url, table } = await readLocalServiceInfo(place.folder);
  // A profile would win over the two keys.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, {
    TABLE_NAME: table.tableName,
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: table.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: table.credentials.secretAccessKey,
  });
  return base_url;
}
