import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../lib/identity/rules/api-key.ts';
import { newStageKey } from '../../../lib/identity/rules/stage-key-policy.ts';
import type { Event } from '../../../lib/webhooks/rules/event.ts';
import { isSelected, isVisible, mayStillReceive } from '../../../lib/webhooks/rules/stage-endpoint.ts';
import type { StageFilter } from '../../../lib/webhooks/rules/stage-filter.ts';
import type { WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { ENDPOINT } from './active-endpoint.ts';

const NOW_MS = Date.parse('2027-01-01T00:00:00.000Z');
const [ONE, TWO] = ['ws_01K00000000000000000000001', 'ws_01K00000000000000000000002'];

/** An endpoint of the stage whose key may name these workspaces. */
function endpoint(filter: Partial<StageFilter> = {}, held: string[] | null = null): WebhookEndpoint {
  return {
    ...ENDPOINT,
    filter: { workspaces: null, labels: null, ...filter },
    authorized_by: { user_id: 'usr_1', client_id: 'skey_1', expires_at: null, workspaces: held },
  };
}

function event(workspace_id: string, data: Event['data'] = {}, about?: string): Event {
  return { id: 'evt_1', workspace_id, type: 'content.created', timestamp: '', data, ...(about && { about }) };
}

function key(workspaces: string[] | '*', change: Partial<ApiKey> = {}): ApiKey {
  const made = newStageKey({ name: 'Key', workspaces }, null, { clientId: 'skey_1', secretHash: 'hash' }, NOW_MS);
  return { ...made, ...change };
}

describe('an endpoint of the stage', () => {
  it('receives the events of all workspaces by default', () => {
    expect([ONE, TWO].map((id) => isSelected(endpoint(), event(id)))).toEqual([true, true]);
  });

  it('receives only those of the workspaces of its filter, and of those that its key could name', () => {
    const filtered = endpoint({ workspaces: [ONE, TWO] }, [ONE]);
    expect([ONE, TWO].map((id) => isSelected(filtered, event(id)))).toEqual([true, false]);
    expect([ONE, TWO].map((id) => isSelected(endpoint({ workspaces: [TWO] }), event(id)))).toEqual([false, true]);
  });

  it('receives an event of the stage by the workspace that it is about', () => {
    const filtered = endpoint({ workspaces: [ONE] });
    expect([ONE, TWO].map((id) => isSelected(filtered, event('ws_stage', {}, id)))).toEqual([true, false]);
  });

  it('with labels receives only events with one of them', () => {
    const filtered = endpoint({ labels: ['News', 'Offers'] });
    const data = [{ labels: ['News'] }, { labels: ['Other'] }, { labels: [] }, {}];
    expect(data.map((each) => isSelected(filtered, event(ONE, each)))).toEqual([true, false, false, false]);
  });

  it('may receive an event while its key names the workspace', () => {
    const about = (held: ApiKey | null) => mayStillReceive(endpoint(), held, event(ONE), NOW_MS);
    expect(about(key('*'))).toBe(true);
    expect(about(key([ONE]))).toBe(true);
    expect([about(key([TWO])), about(null)]).toEqual([false, false]);
    expect(about(key('*', { revoked_at: '2026-12-31T00:00:00.000Z' }))).toBe(false);
    expect(about(key('*', { expires_at: '2026-12-31T00:00:00.000Z' }))).toBe(false);
  });

  it('never receives more than its key could name when it authorized the endpoint', () => {
    expect(mayStillReceive(endpoint({}, [TWO]), key('*'), event(ONE), NOW_MS)).toBe(false);
  });

  it('is visible to keys that may name all of its workspaces', () => {
    expect(isVisible(endpoint(), null)).toBe(true);
    expect(isVisible(endpoint({}, [ONE]), [ONE, TWO])).toBe(true);
    expect([isVisible(endpoint(), [ONE]), isVisible(endpoint({}, [ONE, TWO]), [ONE])]).toEqual([false, false]);
  });
});
