import { describe, expect, it } from 'vitest';
import type { Role } from '../../lib/core/api/permission.ts';
import { callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const act = (token: string, action: 'submit' | 'approve' | 'request-changes', id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token, params: { id }, body });
const hashOf = ({ json }: { json: Json }) => (json.approval as Json).content_hash as string;

/** A submitted item, and a member who may approve it: with a key and with a session. */
async function submitted(role: Role = 'approver') {
  const author = await newTenant();
  const reviewer = await newMember(author, role);
  const { id } = await newContent(author);
  const hash = hashOf(await act(author.token, 'submit', id));
  return { author, id, hash, key: reviewer.token, session: await sessionToken(reviewer) };
}

describe('POST /content/{id}/approve by a session', () => {
  it('is rejected with 422 for a missing content_hash, and changes nothing', async () => {
    const { id, session } = await submitted();
    const before = storedItems(table);
    const { status, json } = await act(session, 'approve', id, { note: 'Good' });
    expect([status, json.errors]).toEqual([
      422,
      [{ pointer: '/content_hash', code: 'required', detail: expect.stringContaining('session') }],
    ]);
    expect(storedItems(table)).toEqual(before);
  });

  it('approves what the member has seen, and rejects with 409 what was edited and submitted again since', async () => {
    const { author, id, hash, session } = await submitted();
    await callApi('content.update', { token: author.token, params: { id }, body: { description: 'Another text' } });
    const latest = hashOf(await act(author.token, 'submit', id));
    const stale = await act(session, 'approve', id, { content_hash: hash });
    expect([stale.status, stale.json.code, stale.json.content_hash]).toEqual([409, 'content_changed', latest]);
    expect((await act(session, 'approve', id, { content_hash: latest })).status).toBe(200);
  });

  it('does not need the hash to request changes', async () => {
    const { id, session } = await submitted();
    expect((await act(session, 'request-changes', id)).status).toBe(200);
  });
});

it('POST /content/{id}/approve by an API key does not need the hash', async () => {
  const { id, key } = await submitted();
  expect((await act(key, 'approve', id)).status).toBe(200);
});
