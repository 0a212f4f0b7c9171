import { describe, expect, it } from 'vitest';
import { newKey } from '../../../lib/identity/rules/api-key.ts';
import { toKeyView } from '../../../lib/identity/steps/key-views.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const keyWith = (expires_at: string | null) =>
  newKey(
    { name: 'A key', permissions: ['content:read'], expires_at },
    { workspaceId: 'ws_1', userId: 'usr_1' },
    { clientId: 'key_1', secretHash: 'a secret hash' },
    NOW_MS,
  );

describe('toKeyView', () => {
  it('omits the hash', () => {
    expect(JSON.stringify(toKeyView(keyWith(null), null, NOW_MS))).not.toContain('hash');
  });

  it('shows a key as expired from the millisecond of its expiry on', () => {
    const key = keyWith(at(10));
    const statuses = [NOW_MS + 9_999, NOW_MS + 10_000].map((nowMs) => toKeyView(key, null, nowMs).status);
    expect(statuses).toEqual(['active', 'expired']);
  });
});
