import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { CONTENT_ACTION_NAMES, type ContentAction } from '../../lib/content/rules/actions/content-actions.ts';
import { EDITABLE_FIELD_NAMES, type EditableField } from '../../lib/content/rules/actions/editable-fields.ts';
import { contentHash } from '../../lib/content/rules/approval/content-hash.ts';
import { CONTENT_STATUSES, type Content, type ContentState } from '../../lib/content/rules/content.ts';
import type { ApprovalStatus } from '../../lib/content/rules/content-approval.ts';
import { schedule } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites, loadContent } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, inSeconds, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import { setWorkspace } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  afterOutcomes,
  at,
  draft,
  idsNamed,
  itemWithStatus,
  NOW_MS,
  type SimulatedOutcome,
  withApproval,
  withOutcome,
} from './rules/items.ts';

/** `available_actions` and `editable_fields` of an item, compared with what the endpoints do with it. */

setupApi();

const OUTCOMES: SimulatedOutcome[] = [
  'pending',
  'claimed',
  'sending',
  'published',
  'failed',
  'unconfirmed',
  'cancelled',
];
const APPROVALS: ApprovalStatus[] = ['pending_approval', 'changes_requested', 'approved'];

const REQUESTS: Record<ContentAction, () => [operation: OperationId, body?: Json]> = {
  publish: () => ['content.update', { status: 'published' }],
  schedule: () => ['content.update', { scheduled_at: inSeconds(7200) }],
  return_to_draft: () => ['content.update', { status: 'draft' }],
  cancel: () => ['content.update', { status: 'cancelled' }],
  submit: () => ['content.submit', {}],
  approve: () => ['content.approve', {}],
  request_changes: () => ['content.request-changes', {}],
  withdraw: () => ['content.withdraw', {}],
  retry: () => ['content.retry'],
  delete: () => ['content.delete'],
};

const OTHER_FILES = [{ url: 'https://media.example/b.jpg', type: 'image' }];

/** Edits of each field. The second one of a field leaves the first two parts of a thread on X as they are. */
const EDITS: Record<EditableField, (account: string, content: Content) => unknown[]> = {
  title: () => ['Another title'],
  description: () => ['Another description'],
  platforms: (_, { platforms }) => [
    ['twitter', 'linkedin'],
    ...(platforms.length > 1 ? [['twitter'], ['bluesky']] : []),
  ],
  accounts: (account) => [[account]],
  media: () => [OTHER_FILES],
  thread: () => [[{ text: 'Else' }], [{ text: 'Two' }, { text: 'Else' }]],
  first_comment: () => ['Another comment'],
  platform_options: () => [
    { twitter: { text: 'Else' } },
    { bluesky: { text: 'Else' } },
    { twitter: { thread: [{ text: 'Two' }, { text: 'Else' }] } },
  ],
  scheduled_at: () => [inSeconds(7200)],
  labels: () => [['Product news']],
  campaign: () => ['Summer campaign', null],
  metadata: () => [{ ticket: 'MKT-17' }],
};

interface Stored {
  tenant: Tenant;
  id: string;
}

/** Store a copy of an item with ids of its own, written by another member, for Bluesky instead of Instagram. */
async function stored(tenant: Tenant, state: ContentState): Promise<Stored> {
  const id = newId('content');
  const ids: Record<string, string> = { cnt_1: id, usr_1: newId('user'), ws_1: tenant.workspace.id };
  for (const { id: of } of state.entries) ids[of] = newId('entry');
  const text = JSON.stringify(state)
    .replaceAll(/"(cnt_1|usr_1|ws_1|scd_a\d)"/g, (_, name: string) => `"${ids[name]}"`)
    // Which has threads, so that each field can be edited alone.
    .replaceAll('"instagram"', '"bluesky"');
  const { content, entries } = JSON.parse(text) as ContentState;
  const approval = content.approval && { ...content.approval, content_hash: contentHash(content) };
  await commit(contentWrites(null, { content: { ...content, approval }, entries }));
  return { tenant, id };
}

async function request({ tenant, id }: Stored, operation: OperationId, body?: Json): Promise<TestResponse> {
  // The requests of one test exceed the rate limit and the lifetime of a token.
  const token = await newToken(tenant);
  let isOver = false;
  const answer = callApi(operation, { token, params: { id }, ...(body && { body }) }).finally(() => {
    isOver = true;
  });
  // `status: published` waits 20 s for the outcome, and nothing publishes here.
  while (body?.status === 'published' && !isOver) {
    await sleep(20);
    advanceTime(20_000);
  }
  return answer;
}

const versionOf = async ({ tenant, id }: Stored) => (await loadContent(tenant.workspace.id, id))?.version;

/** Send a request, and return whether it is rejected with 409, accepted, or repeats what the item already is. */
async function tryRequest(item: Stored, operation: OperationId, body?: Json) {
  const before = await versionOf(item);
  const answer = await request(item, operation, body);
  if ((await versionOf(item)) !== before) {
    expect(answer.status, answer.text).toBeLessThan(300);
    return 'accepted';
  }
  if (answer.status === 409) return 'rejected';
  expect([200, 202], answer.text).toContain(answer.status);
  return 'repeated';
}

async function expectTruth(tenant: Tenant, state: ContentState, account: string): Promise<void> {
  const { json } = await request(await stored(tenant, state), 'content.get');
  for (const action of CONTENT_ACTION_NAMES) {
    const outcome = await tryRequest(await stored(tenant, state), ...REQUESTS[action]());
    const isListed = (json.available_actions as string[]).includes(action);
    if (isListed) expect([action, outcome]).toEqual([action, 'accepted']);
    else expect(isRepeat(action, state) ? 'repeated' : 'rejected', action).toBe(outcome);
  }
  for (const field of EDITABLE_FIELD_NAMES) {
    const outcomes: string[] = [];
    for (const value of EDITS[field](account, state.content)) {
      outcomes.push(await tryRequest(await stored(tenant, state), 'content.update', { [field]: value }));
    }
    const isListed = (json.editable_fields as string[]).includes(field);
    if (isListed) expect(outcomes, field).toContain('accepted');
    else expect(outcomes, field).toEqual(outcomes.map(() => 'rejected'));
  }
}

/** Whether an action asks for the status that an item has: 200, and nothing changes. */
function isRepeat(action: ContentAction, { content: { status } }: ContentState): boolean {
  if (action === 'publish') return status === 'published' || status === 'publishing';
  return (action === 'cancel' && status === 'cancelled') || (action === 'return_to_draft' && status === 'draft');
}

/** A thread of three posts on X, of which each of these outcomes is that of the next post. */
function threadAfter(...outcomes: SimulatedOutcome[]): ContentState {
  const { content } = draft('twitter');
  const thread = ['Two', 'Three'].map((text) => ({ text, media: [] }));
  const first = schedule({ ...content, thread }, ['twitter'], at(3600), idsNamed('a'), NOW_MS);
  return outcomes.reduce((state, outcome) => withOutcome(state, 'twitter', outcome), first);
}

const STATES: [name: string, state: ContentState][] = [
  ...(['draft', 'pending_approval', 'changes_requested', 'approved', 'cancelled'] as const).map(
    (status): [string, ContentState] => [status, itemWithStatus(status)],
  ),
  ...OUTCOMES.flatMap((one, index) =>
    OUTCOMES.slice(index).map((other): [string, ContentState] => [`${one} and ${other}`, afterOutcomes(one, other)]),
  ),
  ['between two posts of a thread', threadAfter('published')],
  ['in the second post of a thread', threadAfter('published', 'sending')],
  ['with an interrupted thread', threadAfter('published', 'failed')],
  ['with a thread interrupted at its last post', threadAfter('published', 'published', 'failed')],
];

async function tenantWith(approval: 'none' | 'required'): Promise<{ tenant: Tenant; account: string }> {
  const tenant = await newTenant();
  const body = { platform: 'twitter', sandbox: true };
  const { json } = await callApi('accounts.create', { token: tenant.token, body });
  await setWorkspace(tenant, { approval, duplicate_guard_hours: 0 });
  return { tenant, account: String(json.id) };
}

describe('an item shows the actions and the fields that its endpoints accept, and no other ones', () => {
  it.each(STATES)('in the state: %s', async (_, state) => {
    const { tenant, account } = await tenantWith('none');
    await expectTruth(tenant, state, account);
  });

  it.each(CONTENT_STATUSES)('while it is %s, and its workspace requires an approval', async (status) => {
    const { tenant, account } = await tenantWith('required');
    await expectTruth(tenant, itemWithStatus(status), account);
  });

  const APPROVED = (['scheduled', 'failed', 'published', 'cancelled'] as const).flatMap((status) =>
    APPROVALS.map((approval) => [status, approval] as const),
  );
  it.each(APPROVED)('while it is %s, and has the approval %s', async (status, approval) => {
    const { tenant, account } = await tenantWith('required');
    const { content, entries } = itemWithStatus(status);
    const given = withApproval(draft('instagram', 'twitter').content, approval).approval;
    await expectTruth(tenant, { content: { ...content, approval: given }, entries }, account);
  });
});
