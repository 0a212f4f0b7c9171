import { describe, expect, it } from 'vitest';
import { GRANTABLE_PERMISSIONS } from '../../../lib/core/api/permission.ts';
import { PLANS, planAtLeast } from '../../../lib/core/config/plans.ts';
import { isKeyLive } from '../../../lib/identity/rules/api-key.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE, newWorkspace } from '../../../lib/identity/rules/workspace.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

describe('PLANS', () => {
  it('allow 1,000 requests a minute, and 10,000 on enterprise', () => {
    expect(PLANS).toEqual({
      standard: { requestsPerMinute: 1000, mediaStorageBytes: 10_737_418_240 },
      enterprise: { requestsPerMinute: 10_000, mediaStorageBytes: 107_374_182_400 },
    });
  });

  it('are ordered: enterprise includes standard, and not the reverse', () => {
    expect(planAtLeast('enterprise', 'standard')).toBe(true);
    expect(planAtLeast('enterprise', 'enterprise')).toBe(true);
    expect(planAtLeast('standard', 'standard')).toBe(true);
    expect(planAtLeast('standard', 'enterprise')).toBe(false);
  });

  it('allow 20 webhook endpoints', () => {
    expect(MAX_ENDPOINTS_PER_WORKSPACE).toBe(20);
  });
});

describe('newWorkspace', () => {
  const { workspace, owner, key } = newWorkspace(
    { name: 'Acme', plan: 'standard', email: 'Owner@Acme.example', ownerName: 'Ada' },
    {
      workspaceId: 'ws_1',
      userId: 'usr_1',
      clientId: 'key_1',
      cursorSecret: 'cursor',
      clientSecretHash: 'hash',
    },
    NOW_MS,
  );

  it('binds owner and key to the workspace and the key to the owner', () => {
    expect([owner.workspace_id, key.workspace_id, key.user_id]).toEqual([workspace.id, workspace.id, owner.id]);
  });

  it('grants the owner and the key all permissions', () => {
    expect([owner.role, owner.permissions, key.permissions]).toEqual([
      'owner',
      GRANTABLE_PERMISSIONS,
      GRANTABLE_PERMISSIONS,
    ]);
  });

  it('stores the email address in lower case, as invitations do', () => {
    expect(owner.email).toBe('owner@acme.example');
  });

  it('creates a key that is valid at once, from every address, without an expiry', () => {
    expect(isKeyLive(key, NOW_MS)).toBe(true);
    expect([key.allowed_ips, key.expires_at, key.created_at]).toEqual([[], null, at(0)]);
  });

  it('shares no permission list between owner and key, so that one can be changed alone', () => {
    expect(owner.permissions).not.toBe(key.permissions);
  });
});
