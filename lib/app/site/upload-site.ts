import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deleteObject, listKeys, putObject } from '../../core/aws/s3.ts';
import { objectHeaders } from './object-headers.ts';

/**
 * Store the files below `folder` in the bucket, the pages last: a page never names a file that is not there yet. Files of
 * earlier deployments stay, because a dashboard that is open loads its own. Throws when one is not stored.
 */
export async function uploadSite(bucket: string, folder: string): Promise<void> {
  const keys = globSync('**/*', { cwd: folder }).filter((key) => statSync(join(folder, key)).isFile());
  const isPage = (key: string) => key.endsWith('.html');
  const upload = (key: string) => putObject(bucket, key, readFileSync(join(folder, key)), { ...objectHeaders(key) });
  await Promise.all(keys.filter((key) => !isPage(key)).map(upload));
  await Promise.all(keys.filter(isPage).map(upload));
}

/** Delete all objects of the bucket, which CloudFormation removes only when it is empty. Throws when one remains. */
export async function emptySite(bucket: string): Promise<void> {
  for (let keys = await listKeys(bucket); keys.length > 0; keys = await listKeys(bucket)) {
    await Promise.all(keys.map((key) => deleteObject(bucket, key)));
  }
}
