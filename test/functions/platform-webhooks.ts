import { createHmac } from 'node:crypto';
import { publishedPostWrite } from '../../lib/analytics/store/published-posts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { callApi, type Json, succeed, type TestRequest, type TestResponse } from './api-harness.ts';
import type { Tenant } from './tenants.ts';

/** The secrets that an app signs with in these tests, and Meta's verify token. */
export const APP_SECRET = 'app-secret-of-a-test';
export const VERIFY_TOKEN = 'verify-token-of-a-test';

/** The platforms' own ids of the accounts, and of a post published from each. */
export const WEBHOOK_ACCOUNTS: Record<Platform, string> = {
  instagram: '17841400000000001',
  twitter: '2244994945',
  linkedin: 'urn:li:organization:2414183',
};
export const WEBHOOK_POSTS: Record<Platform, string> = {
  instagram: '17900000000000001',
  twitter: '1445880548472328192',
  linkedin: 'urn:li:share:7000000000000000001',
};

/** An account with webhook secrets, with one published post of the item `cnt_1`; and its webhook URL. */
export async function inboundAccount(tenant: Tenant, platform: Platform, more: Json = {}): Promise<WebhookTarget> {
  const inbound = {
    secret: APP_SECRET,
    ...(platform === 'instagram' ? { verify_token: VERIFY_TOKEN } : {}),
  };
  const body = {
    platform,
    external_id: WEBHOOK_ACCOUNTS[platform],
    access_token: 'a-token',
    inbound,
    ...more,
  };
  const json = await succeed('accounts.create', { token: tenant.token, body });
  const platform_post_id = WEBHOOK_POSTS[platform];
  const post = {
    workspace_id: tenant.workspace.id,
    content_id: 'cnt_1',
    platform,
    account_id: String(json.id),
    platform_post_id,
  };
  await commit([publishedPostWrite(post)]);
  return { platform, account: String(json.id) };
}

/** The webhook URL of an account. */
export interface WebhookTarget extends Record<string, string> {
  platform: Platform;
  account: string;
}

const mac = (text: string | Uint8Array, secret: string) => createHmac('sha256', secret).update(text);

/** The signature header of each platform, made by hand from the platforms' documentation. */
const SIGNED: Record<Platform, (text: string, secret: string) => Record<string, string>> = {
  instagram: (text, secret) => ({ 'x-hub-signature-256': `sha256=${mac(text, secret).digest('hex')}` }),
  twitter: (text, secret) => ({
    'x-twitter-webhooks-signature': `sha256=${mac(text, secret).digest('base64')}`,
  }),
  linkedin: (text, secret) => ({ 'x-li-signature': mac(`hmacsha256=${text}`, secret).digest('hex') }),
};

/** A request of a platform with this text, signed as the platform signs it. */
export function webhook(to: WebhookTarget, text: string, secret = APP_SECRET): TestRequest {
  const headers = { 'content-type': 'application/json', ...SIGNED[to.platform](text, secret) };
  return { params: to, text, headers };
}

/** Send a webhook of a platform with a valid signature. */
export function receive(to: WebhookTarget, payload: unknown): Promise<TestResponse> {
  return callApi('inbound.receive', webhook(to, JSON.stringify(payload)));
}

/** A comment on the post of the account, in the platform's format. */
export function commentOn(platform: Platform, fields: { id?: string; text?: string; post?: string } = {}) {
  const { id = '17800000000000001', text = 'Lovely. #wool', post = WEBHOOK_POSTS[platform] } = fields;
  const account = WEBHOOK_ACCOUNTS[platform];
  switch (platform) {
    case 'instagram': {
      const value = { id, text, from: { id: '99', username: 'ada' }, media: { id: post } };
      return { object: 'instagram', entry: [{ id: account, changes: [{ field: 'comments', value }] }] };
    }
    case 'twitter': {
      const user = { id_str: '99', screen_name: 'ada' };
      const reply = { id_str: id, text, user, in_reply_to_status_id_str: post };
      return { for_user_id: account, tweet_create_events: [reply] };
    }
    case 'linkedin': {
      const notification = {
        organizationalEntity: account,
        action: 'COMMENT',
        sourcePost: post,
        generatedActivity: `urn:li:comment:(urn:li:activity:1,${id})`,
        decoratedGeneratedActivity: { comment: { owner: 'urn:li:person:ada', text } },
      };
      return { type: 'ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS', notifications: [notification] };
    }
  }
}

/** The query of a platform's verification request. */
export const VERIFICATION_QUERY: Record<Platform, Record<string, string>> = {
  instagram: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': VERIFY_TOKEN },
  twitter: { crc_token: 'NDQzNTM0NTM0NQ==', nonce: 'n-1' },
  linkedin: { challengeCode: '890e4665-4dfe-4ab1-b689-ed553bceeed0', applicationId: '12' },
};
