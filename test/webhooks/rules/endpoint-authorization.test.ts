import { describe, expect, it } from 'vitest';
import { endpointAt } from '../../../lib/webhooks/rules/endpoint-authorization.ts';
import { editEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { ENDPOINT } from './active-endpoint.ts';

const KEY = { user_id: 'usr_1', client_id: 'key_1', expires_at: at(60) };
const byKey = { ...ENDPOINT, authorized_by: KEY };

describe('endpointAt', () => {
  it('disables an endpoint from the second on in which its API key expires', () => {
    expect(endpointAt(byKey, NOW_MS + 59_999)).toBe(byKey);
    expect(endpointAt(byKey, NOW_MS + 60_000)).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringMatching(/^permission_lost: the API key key_1 of the member usr_1/),
      updated_at: at(60),
    });
  });

  it.each([
    ['by a session', { ...KEY, client_id: null, expires_at: null }],
    ['by a key without an expiry', { ...KEY, expires_at: null }],
    ['before authorizations were recorded', undefined],
  ])('leaves an endpoint that was authorized %s as it is', (_, authorized_by) => {
    const { authorized_by: __, ...older } = ENDPOINT;
    const endpoint = authorized_by ? { ...ENDPOINT, authorized_by } : older;
    expect(endpointAt(endpoint, NOW_MS + 1e12)).toBe(endpoint);
  });

  it('leaves the reason of an endpoint that is disabled', () => {
    const gone = { ...byKey, status: 'disabled' as const, disabled_reason: 'Gone.' };
    expect(endpointAt(gone, NOW_MS + 60_000)).toBe(gone);
  });
});

describe('editEndpoint', () => {
  const other = { user_id: 'usr_2', client_id: null, expires_at: null };

  it('makes the caller of a change the one who authorizes the endpoint', () => {
    expect(editEndpoint(byKey, { events: ['*'], authorizedBy: other }, NOW_MS).authorized_by).toEqual(other);
  });

  it('stores another caller also with the same values', () => {
    expect(editEndpoint(byKey, { events: byKey.events, authorizedBy: other }, NOW_MS).authorized_by).toEqual(other);
  });

  it('changes nothing for the same caller and the same values', () => {
    expect(editEndpoint(byKey, { events: byKey.events, authorizedBy: { ...KEY } }, NOW_MS)).toBe(byKey);
  });

  it('keeps the authorization at a pause', () => {
    expect(editEndpoint(byKey, { status: 'paused' }, NOW_MS).authorized_by).toEqual(KEY);
  });
});
