import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { AuditListResponse } from '../../../lib/audit/api/audit/list.ts';
import { AuditVerifyResponse } from '../../../lib/audit/api/audit/verify.ts';
import { getTableInfo, scanTable } from '../../e2e/assertions.ts';
import { consent, signInWith } from '../../e2e/consent.ts';
import { createApiClient, getAccessToken, read, until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { service, api, folder } = useRunningService();

const EMAIL = 'grace.hopper@example.com';
const COMMENTER = 'ada_comments';
const COMMENT = 'A private remark.';
const secrets: string[] = [];
let workspace: string;
let userId: string;
let contentId: string;

type Ran = { code: number; stdout: string; stderr: string };

/** Run the command as npm does, while the service runs in this process. */
function run(...args: string[]): Promise<Ran> {
  const env = { ...process.env, LOCAL_FOLDER: folder };
  const options = { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, ['bin/workspace.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const stored = async () => JSON.stringify(await scanTable(getTableInfo(service)));
const json = async (method: string, path: string, body?: object) => JSON.parse((await api(method, path, body)).text);
const entries = async () => read(await api('GET', '/audit?limit=100'), 200, AuditListResponse()).entries;
const verified = async () => read(await api('GET', '/audit/verify'), 200, AuditVerifyResponse());
const exported = async (...more: string[]) => {
  const { code, stdout, stderr } = await run('export', '--workspace', workspace, ...more);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

beforeAll(async () => {
  workspace = (await json('GET', '/auth/verify')).workspace_id;
  const { token } = await json('POST', '/team/invite', { email: EMAIL, role: 'editor' });
  const accepted = await json('POST', '/team/invitations/accept', { token, name: 'Grace Hopper' });
  userId = accepted.user_id;
  secrets.push(token, accepted.client_secret);
  const hers = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, accepted));
  const made = JSON.parse((await hers('POST', '/content', { title: 'Made by her', platforms: ['twitter'] })).text);
  contentId = made.id;
  const { secret } = await json('POST', '/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  secrets.push(secret);
  const occurred_at = new Date().toISOString();
  const comment = { platform: 'twitter', content_id: contentId, kind: 'comment', actor: COMMENTER, text: COMMENT };
  const other = { ...comment, actor: 'another', text: 'Another remark.', external_id: 'c-2', occurred_at };
  await api('POST', '/engagements', { engagements: [{ ...comment, external_id: 'c-1', occurred_at }, other] });
  await until('the events of both comments', async () => {
    const { events } = await json('GET', '/events?type=comment.created');
    return events.length === 2;
  });
  await until('the entries', async () => (await entries()).some(({ resource }) => resource.id === contentId));
});

/** Authorize an application as the owner, whose key then has a refresh token. */
async function authorizeApplication(): Promise<void> {
  const code_verifier = 'v'.repeat(43);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const asked = { client_id: 'cis', redirect_uri: 'http://127.0.0.1:9/callback' };
  const pkce = { response_type: 'code', code_challenge, code_challenge_method: 'S256' };
  const url = new URL(`${service.url}/authorize?${new URLSearchParams({ ...asked, ...pkce })}`);
  const { returned } = await consent(url, await signInWith(service.signInUrl));
  const code = returned.searchParams.get('code');
  const body = JSON.stringify({ grant_type: 'authorization_code', ...asked, code, code_verifier });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${service.baseUrl}/auth/token`, { method: 'POST', headers, body });
  const { refresh_token } = (await answer.json()) as { refresh_token: string };
  secrets.push(refresh_token.split('.')[1]!);
}

describe('workspace export', () => {
  it('prints everything of the workspace, one JSON object per line, and no secret', async () => {
    await authorizeApplication();
    const lines = await exported();
    const entities = new Set(lines.map(({ entity }) => entity));
    for (const entity of [
      'Workspace',
      'Member',
      'Invitation',
      'ApiKey',
      'Content',
      'Endpoint',
      'Event',
      'Engagement',
    ]) {
      expect(entities, entity).toContain(entity);
    }
    expect(entities).toContain('AuditEntry');
    const text = JSON.stringify(lines);
    expect([EMAIL, 'Made by her', COMMENT].filter((each) => !text.includes(each))).toEqual([]);
    expect(
      /"(secret_hash|secret_salt|device_code_hash|encrypted_secrets|cursor_secret|secrets|retired_secrets|refresh)":/.exec(
        text,
      ),
    ).toBeNull();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('prints what is about one person, by email address, user id or name of a commenter', async () => {
    const [byEmail, byId] = [await exported('--person', EMAIL.toUpperCase()), await exported('--person', userId)];
    expect(new Set(byEmail.map(({ entity }) => entity))).toEqual(
      new Set(['Member', 'Invitation', 'ApiKey', 'ApiKeyUsage', 'Content', 'AuditEntry', 'AuditClaim']),
    );
    expect(byId).toHaveLength(byEmail.length);
    expect(JSON.stringify(byEmail).includes(COMMENT)).toBe(false);
    const ofCommenter = await exported('--person', COMMENTER);
    expect(ofCommenter.map(({ entity }) => entity).sort()).toEqual(['Engagement', 'Event']);
    expect(JSON.stringify(ofCommenter).includes('Another remark.')).toBe(false);
  });

  it('ends without an error when its reader ends early, as head does', async () => {
    const env = { ...process.env, LOCAL_FOLDER: folder };
    const child = spawn(process.execPath, ['bin/workspace.ts', 'export', '--workspace', workspace], { cwd: ROOT, env });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
    expect([code, said]).toEqual([0, '']);
  });

  it('reports that there is nothing about an unknown person', async () => {
    const { code, stderr } = await run('export', '--workspace', workspace, '--person', 'nemo@example.com');
    expect([code, stderr.trim()]).toEqual([1, 'There is nothing about nemo@example.com.']);
  });
});

describe('workspace erase --person', () => {
  const erase = (person: string) => run('erase', '--workspace', workspace, '--person', person);

  it('rejects a member, and changes nothing', async () => {
    const hers = async () => (await exported('--person', EMAIL)).length;
    const before = await hers();
    const { code, stderr } = await erase(EMAIL);
    expect(code).toBe(1);
    expect(stderr).toContain(`${userId} is a member: remove them first`);
    expect(await hers()).toBe(before);
  });

  it('removes every value of a former member, and the chain stays valid', async () => {
    await api('DELETE', `/team/members/${userId}`);
    await until('the entry of the removal', async () =>
      (await entries()).some(({ action, resource }) => action === 'deleted' && resource.id === userId),
    );
    const before = await entries();
    expect(JSON.stringify(before).includes(EMAIL)).toBe(true);
    const { code, stdout, stderr } = await erase(userId);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('its hash chain is valid');
    await until('the entries of the erasure', async () =>
      (await entries()).some(({ operation }) => operation === 'workspace.erase'),
    );
    const text = await stored();
    const found = [EMAIL, 'Grace', 'Made by her'].filter((each) => text.includes(each));
    expect(found).toEqual(['Made by her']);
    const after = await entries();
    expect(await verified()).toMatchObject({ valid: true, complete: true });
    for (const { hash, resource, changes, actor, source_ip } of after) {
      const old = before.find((entry) => entry.hash === hash);
      if (old && resource.id === userId) expect(changes).toBeNull();
      if (actor.user_id === userId) expect(source_ip).toBeNull();
    }
    const unrelated = after.find(({ resource, action }) => resource.type === 'content' && action === 'created');
    expect(unrelated?.changes).toContainEqual({ field: 'title', before: null, after: 'Made by her' });
  });

  it('removes name and text of a commenter, and those of no other one', async () => {
    expect((await erase(COMMENTER)).code).toBe(0);
    const text = await stored();
    const found = [COMMENT, COMMENTER, 'Another remark.'].filter((each) => text.includes(each));
    expect(found).toEqual(['Another remark.']);
    const { events } = await json('GET', '/events?type=comment.created');
    expect(events.map(({ data }: { data: { text: string | null } }) => data.text).sort()).toEqual([
      'Another remark.',
      null,
    ]);
  });
});

describe('workspace erase --person with an external reviewer', () => {
  const REVIEWER = 'Ida Reviewer';
  const REMARK = 'A private review.';
  let link: { id: string; url: string };

  async function respond(action: string, text: string): Promise<void> {
    const { approval } = await json('GET', `/content/${contentId}`);
    const token = new URL(link.url).searchParams.get('token')!;
    const body = new URLSearchParams({ token, action, text, content_hash: approval.content_hash });
    expect((await fetch(`${service.baseUrl}/review`, { method: 'POST', body })).status).toBe(200);
  }

  /** Edit the item as an agent, whose stored response lasts as long as its key and has the decision. */
  async function editAsAgent(): Promise<void> {
    const agent = await json('POST', '/keys', { name: 'Planner', agent: {} });
    const token = await getAccessToken(service.baseUrl, agent);
    const headers = {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      'idempotency-key': 'edit',
    };
    const edited = { method: 'PUT', headers, body: JSON.stringify({ title: 'Edited' }) };
    const answer = await fetch(`${service.baseUrl}/content/${contentId}`, edited);
    expect(((await answer.json()) as { approval: object }).approval).toMatchObject({ decided_by_name: REVIEWER });
  }

  beforeAll(async () => {
    await json('PUT', '/workspace', { authors_may_approve: true });
    await json('POST', `/content/${contentId}/submit`, {});
    link = await json('POST', `/content/${contentId}/review-links`, { name: REVIEWER, permission: 'approve' });
    // The link of an API key approves nothing that an agent wrote.
    await respond('approve', '');
    await respond('request-changes', '');
    await editAsAgent();
    await json('POST', `/content/${contentId}/submit`, {});
    await respond('comment', REMARK);
    await respond('request-changes', '');
    await until('the event and the entries', async () => {
      const { events } = await json('GET', '/events?type=approval.granted');
      return events.length === 1 && (await entries()).filter(({ actor }) => actor.review_link_id).length === 4;
    });
  });

  it('finds their link, comment, decision, event, notification and changes by their name, without the hash of the token', async () => {
    const lines = await exported('--person', REVIEWER);
    const expected = [
      'Content',
      'ContentVersion',
      'Event',
      'Notification',
      'ReviewComment',
      'ReviewLink',
      'AuditEntry',
      'AuditClaim',
    ];
    expect(new Set(lines.map(({ entity }) => entity))).toEqual(new Set(expected));
    expect(JSON.stringify(lines)).not.toContain('token_hash":"');
    expect(await exported('--person', link.id)).toHaveLength(lines.length);
  });

  it('removes their name and comment, and leaves the decision and a valid chain', async () => {
    const { code, stderr } = await run('erase', '--workspace', workspace, '--person', REVIEWER);
    expect([code, stderr]).toEqual([0, '']);
    const isErasure = ({ operation }: { operation: string | null }) => operation === 'workspace.erase';
    await until('the entries of the erasure', async () =>
      (await entries()).some((entry) => isErasure(entry) && entry.resource.id === link.id),
    );
    const text = await stored();
    expect([REVIEWER, REMARK].filter((each) => text.includes(each))).toEqual([]);
    const { approval } = await json('GET', `/content/${contentId}`);
    expect(approval).toMatchObject({ status: 'changes_requested', decided_by: link.id, decided_by_name: null });
    const theirs = (await entries()).filter(({ actor }) => actor.review_link_id === link.id);
    expect(theirs.map(({ source_ip }) => source_ip)).toEqual([null, null, null, null]);
    expect(await verified()).toMatchObject({ valid: true, complete: true });
  });
});

describe('workspace export and erase', () => {
  it.each([
    ['no person', ['erase', '--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4'], '--person: must be given'],
    ['no workspace', ['export'], '--workspace: must be given'],
    ['an unknown option', ['erase', '--user', 'usr_1'], "Unknown option '--user'"],
  ])('rejects %s with exit code 2, the reason and the usage', async (_, args, said) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain(`Usage: npm run workspace -- ${args[0]}`);
  });
});
