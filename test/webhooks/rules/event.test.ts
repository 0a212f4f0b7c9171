import { describe, expect, it } from 'vitest';
import { type Event, externalIdOf } from '../../../lib/webhooks/rules/event.ts';

const event = (data: Event['data'], about?: string): Event => ({
  ...{ id: 'evt_1', workspace_id: 'ws_stage', type: 'workspace.deleted', timestamp: '', data },
  ...(about && { about }),
});

describe('the external id of the workspace that an event is about', () => {
  it('is that of the workspace, or null', () => {
    const found = event({ external_id: 'former' }, 'ws_1');
    expect([externalIdOf(found, { external_id: 'present' }), externalIdOf(found, {})]).toEqual(['present', null]);
  });

  it('of one that is deleted is that of the event, or null', () => {
    const events = [event({ external_id: 'former' }, 'ws_1'), event({ external_id: null }, 'ws_1'), event({}, 'ws_1')];
    expect(events.map((each) => externalIdOf(each, null))).toEqual(['former', null, null]);
  });

  it('is never a value that a customer has put into an event of a workspace', () => {
    expect(externalIdOf(event({ external_id: 'an account on a platform' }), null)).toBeNull();
  });
});
