import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestToken } from '../local-stack/api-client.ts';
import type { Credentials } from '../local-stack/demo.ts';

/**
 * Request an access token of the demo workspace from the local service whose data is in a folder.
 * Throws an Error when the folder has no demo workspace, when the service is not running, and when it rejects the request.
 */
export async function requestDemoToken(folder: string): Promise<string> {
  const file = join(folder, 'credentials.json');
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the local service first (npm start).`);
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  const { base_url } = credentials;
  const response = await requestToken(credentials).catch(() => {
    throw new Error(`No local service responds at ${base_url}: start it (npm start).`);
  });
  const answer = (await response.json()) as { access_token?: string; detail?: string };
  if (answer.access_token === undefined) {
    throw new Error(`${base_url} rejected the credentials in ${file} (${response.status}): ${answer.detail}`);
  }
  return answer.access_token;
}
