import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { listPosts } from '../e2e/assertions.ts';
import { type ApiClient, read } from '../e2e/http-client.ts';
import { requireEnv } from './deployment.ts';

// The post of the steps of docs/upgrade.md, "Restore": before the deployment with a short lateness limit, and after it.

/** The text of the post, which no other one has. */
export const TEXT = 'Published after the restore point';

/** The platforms of the post, in the order of `livePlatforms`. */
export const PLATFORMS = ['linkedin', 'twitter'];

/** Load the item with an id. */
export async function loadItem(api: ApiClient, id: string) {
  return read(await api('GET', `/content/${id}`), 200, ContentResponse());
}

/** List the platforms on which the post is live, once for each time that it was published. */
export async function livePlatforms(): Promise<string[]> {
  const posts = await listPosts(requireEnv('JOURNEY_SIMULATOR_URL'));
  return posts.flatMap(({ text, platform }) => (text === TEXT ? [platform] : [])).sort();
}
