import { createHmac } from 'node:crypto';
import type { Write } from '../../table/commit.ts';
import { publishedPostWrite } from '../../table/published-post.ts';
import { SIMULATOR_ACCOUNTS } from '../simulator-accounts.ts';
import type { Tenant } from './tenant.ts';

const POST_ID = '1445880548472328192';
const [{ external_id: USER_ID, inbound }] = SIMULATOR_ACCOUNTS.filter(
  ({ platform }) => platform === 'twitter',
) as [(typeof SIMULATOR_ACCOUNTS)[number]];

/** The post that webhooks tell of comments at. */
export function commentedPost({ workspaceId, drafts }: Tenant): Write[] {
  const post = { workspace_id: workspaceId, content_id: drafts[0]!, platform_post_id: POST_ID };
  return [publishedPostWrite({ ...post, platform: 'twitter' })];
}

/** A webhook of X, signed, that tells of one reply to the post. */
export function replyWebhook({ accountId }: Tenant, index: number) {
  const user = { id_str: '4242424242', screen_name: 'example' };
  const reply = { id_str: `90000${index + 10}`, text: 'Where can I order the jacket?', user };
  const tweet_create_events = [{ ...reply, in_reply_to_status_id_str: POST_ID }];
  const body = { for_user_id: USER_ID, tweet_create_events };
  const digest = createHmac('sha256', inbound.secret).update(JSON.stringify(body)).digest('base64');
  const headers = { 'x-twitter-webhooks-signature': `sha256=${digest}` };
  return {
    method: 'POST',
    path: `/v1/inbound/twitter/${accountId}`,
    body,
    headers,
    anonymous: true as const,
  };
}
