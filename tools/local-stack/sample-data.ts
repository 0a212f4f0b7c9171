import { newPostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { publishedPostWrite } from '../../lib/analytics/store/published-posts.ts';
import { allSamples } from '../../lib/bundle/all-samples.ts';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import { schedule } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { sampleId } from '../../lib/core/api/define-samples.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { AGENT_PERMISSIONS, agentTerms } from '../../lib/identity/rules/agent-key.ts';
import { newStageWorkspace } from '../../lib/identity/rules/stage.ts';
import { newStageKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { newWorkspace } from '../../lib/identity/rules/workspace.ts';
import { accessTokenWrite } from '../../lib/identity/store/access-tokens.ts';
import { apiKeyWrite } from '../../lib/identity/store/api-keys.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { workspaceWrite } from '../../lib/identity/store/workspaces.ts';
import { requiresMedia } from '../../lib/platforms/content-rules.ts';
import { acceptsImages } from '../../lib/platforms/image-limits.ts';
import { type Media, PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import type { PublishMessage } from '../../lib/publishing/steps/publish-entry.ts';
import { finishedEntry } from './finished-entry-fixture.ts';
import { approvalSamples } from './sample-approvals.ts';
import { connectSamples } from './sample-connections.ts';
import { sessionSamples } from './sample-sessions.ts';
import { SAMPLE_AGENT_TOKEN, SAMPLE_STAGE_TOKEN, SAMPLE_TOKEN } from './sample-token.ts';
import { webhookSamples } from './sample-webhooks.ts';
import { type EncryptSecrets, SIMULATOR_ACCOUNTS, simulatorAccountWrites } from './simulator-accounts.ts';

// The sample events in `events/` refer to these ids. They are fixed, so that the events can be plain files.
const WORKSPACE = sampleId('workspace', 0);
const DRAFT = sampleId('content', 0);
const TO_DELETE = sampleId('content', 1);
const TO_CANCEL = sampleId('content', 2);
const DUE_PICTURE = sampleId('content', 3);
const DUE_TEXT = sampleId('content', 4);
const FAILED = sampleId('content', 5);
const UNCONFIRMED = sampleId('content', 6);
const MEMBER_TO_CHANGE = sampleId('user', 1);
const MEMBER_TO_REMOVE = sampleId('user', 2);
// The last characters of the ids of entries that are due, one per platform.
const DUE_ENTRY_CHARACTERS = '345ABCDEFGHJKMNPQRS';
const PICTURE: Media = { url: 'https://images.example.com/sample.jpg', type: 'image' };

/** When the post was created whose URL resolves the unconfirmed item, by its id. */
const POST_CREATED_MS = Date.parse('2021-10-06T22:36:00Z');

/** The secrets in the sample events. They are valid only in the temporary table of `npm run invoke`. */
const SAMPLE_SECRET = 'sample-client-secret';

/** Build everything the sample events refer to, in an enterprise workspace: one item per state and action. */
export function sampleWrites(nowMs: number, origin: string, encryptSecrets: EncryptSecrets): Write[] {
  const { workspace, owner, key } = newWorkspace(
    { name: 'Sample', plan: 'enterprise', email: 'owner@example.com', ownerName: 'Sample Owner' },
    {
      workspaceId: WORKSPACE,
      userId: sampleId('user', 0),
      clientId: sampleId('key', 0),
      cursorSecret: 'sample-cursor-secret',
      clientSecretHash: secretHash(SAMPLE_SECRET),
    },
    nowMs,
  );
  const token = {
    hash: secretHash(SAMPLE_TOKEN),
    client_id: key.client_id,
    secret_number: key.secret_number,
    user_id: key.user_id,
    workspace_id: WORKSPACE,
    permissions: key.permissions,
    expires_at_ms: nowMs + 3_600_000,
  };
  const post = {
    workspace_id: WORKSPACE,
    content_id: DUE_TEXT,
    platform: 'twitter' as const,
    account_id: accountId('twitter'),
    platform_post_id: '1445880548472328192',
  };
  const published = { ...post, id: sampleId('entry', 8), published_at: new Date(nowMs).toISOString() };
  const sampleOwner = { workspace_id: WORKSPACE, created_by: owner.id, nowMs };
  const like = (digit: string) => ({ ...key, client_id: sampleId('key', digit), name: `Sample ${digit}` });
  return [
    workspaceWrite(workspace),
    ...memberWrites(owner),
    apiKeyWrite(key),
    // To be read and rerolled, and to be revoked.
    ...['1', '2'].map((digit) => apiKeyWrite(like(digit))),
    // Of agents: one to be paused, and one that uses the MCP server.
    apiKeyWrite({ ...like('3'), agent: agentTerms({}) }),
    apiKeyWrite({ ...like('4'), permissions: [...AGENT_PERMISSIONS], agent: agentTerms({}) }),
    accessTokenWrite(token),
    ...stageSamples(nowMs),
    accessTokenWrite({
      ...{ ...token, hash: secretHash(SAMPLE_AGENT_TOKEN), client_id: sampleId('key', 4) },
      permissions: [...AGENT_PERMISSIONS],
    }),
    ...sessionSamples(owner, [MEMBER_TO_CHANGE, MEMBER_TO_REMOVE], nowMs),
    ...simulatorAccountWrites(WORKSPACE, encryptSecrets, nowMs, (_kind, index) => sampleId('account', index)),
    ...contentSamples(nowMs),
    ...connectSamples(WORKSPACE, key, encryptSecrets, nowMs),
    publishedPostWrite(post),
    postMetricsWrite(null, newPostMetrics(published, '', 'frequent')),
    // The post of the sample comment.
    publishedPostWrite({
      ...{ workspace_id: WORKSPACE, content_id: DUE_PICTURE },
      ...{ platform: 'instagram', account_id: accountId('instagram'), platform_post_id: '17900000000000001' },
    }),
    ...approvalSamples(WORKSPACE, sampleId('content', 7), nowMs),
    ...allSamples().flatMap(({ ids, store }) => (ids && store ? store(sampleOwner, ids) : [])),
    ...webhookSamples(WORKSPACE, nowMs, origin, encryptSecrets),
  ];
}

/** Build stage keys: one for the token of the samples, one to be read and rolled, and one to be revoked. */
function stageSamples(nowMs: number): Write[] {
  const keyOf = (digit: number) => {
    const generated = { clientId: sampleId('stageKey', digit), secretHash: secretHash(SAMPLE_SECRET) };
    return newStageKey({ name: `Sample ${digit}` }, null, generated, nowMs);
  };
  const { client_id, secret_number, user_id, workspace_id, permissions } = keyOf(0);
  const rights = { client_id, secret_number, user_id, workspace_id, permissions };
  return [
    workspaceWrite(newStageWorkspace('sample-cursor-secret', nowMs)),
    ...[0, 1, 2].map((digit) => apiKeyWrite(keyOf(digit))),
    accessTokenWrite({ hash: secretHash(SAMPLE_STAGE_TOKEN), ...rights, expires_at_ms: nowMs + 3_600_000 }),
  ];
}

/** Build the sample event of `on-publish-due` for a platform: its entry that is due. */
export function publishDueEvent(platform: Platform): PublishMessage {
  return { workspace_id: WORKSPACE, schedule_id: sampleId('entry', dueEntryCharacter(platform)) };
}

/** The id of the sample account of a platform. */
function accountId(platform: Platform): string {
  return sampleId(
    'account',
    SIMULATOR_ACCOUNTS.findIndex((account) => account.platform === platform),
  );
}

function dueEntryCharacter(platform: Platform): string {
  return DUE_ENTRY_CHARACTERS.charAt(PLATFORMS.indexOf(platform));
}

function contentSamples(nowMs: number): Write[] {
  const imagePlatforms = PLATFORMS.filter(requiresMedia);
  const textPlatforms = PLATFORMS.filter((platform) => !requiresMedia(platform));
  const make = (contentId: string, title: string, platforms: Platform[] = PLATFORMS.filter(acceptsImages)) =>
    newContent(
      // Instagram takes no post without an image; the others would have to download it from the internet.
      { title, platforms, ...(platforms.some(requiresMedia) ? { media: [PICTURE] } : {}) },
      { id: contentId, workspaceId: WORKSPACE, userId: sampleId('user', 0) },
      nowMs,
    );
  const scheduled = (content: Content, timeMs: number, digits: string[]) => {
    const defaultAccounts = Object.fromEntries(PLATFORMS.map((platform) => [platform, accountId(platform)]));
    const entryIds = digits.map((digit) => sampleId('entry', digit));
    const ids = { groupId: sampleId('group', digits[0]!), entryIds, defaultAccounts };
    // Further platforms of the item have no entry: the status of the item follows the ones that have.
    const platforms = content.platforms.slice(0, digits.length);
    // An entry is created before it is sent.
    return schedule(content, platforms, new Date(timeMs).toISOString(), ids, Math.min(timeMs, nowMs));
  };
  return [
    { content: make(DRAFT, 'A draft'), entries: [] },
    { content: make(TO_DELETE, 'To be deleted'), entries: [] },
    scheduled(make(TO_CANCEL, 'To be cancelled'), nowMs + 86_400_000, ['0']),
    scheduled(
      make(DUE_PICTURE, 'An image due now', [...imagePlatforms, 'linkedin']),
      nowMs,
      imagePlatforms.map(dueEntryCharacter),
    ),
    scheduled(make(DUE_TEXT, 'A text due now', textPlatforms), nowMs, textPlatforms.map(dueEntryCharacter)),
    finishedEntry(
      scheduled(make(FAILED, 'Rejected by X', ['twitter', 'linkedin']), nowMs, ['6']),
      sampleId('attempt', 0),
      'failed',
      nowMs,
    ),
    finishedEntry(
      scheduled(make(UNCONFIRMED, 'Perhaps on X', ['twitter', 'linkedin']), POST_CREATED_MS, ['7']),
      sampleId('attempt', 1),
      'unconfirmed',
      POST_CREATED_MS,
    ),
  ].flatMap((state) => contentWrites(null, state));
}
