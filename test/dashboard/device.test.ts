import { describe, expect, it } from 'vitest';
import { withheldPermissions } from '../../dashboard/src/screens/device/withheld-permissions.ts';
import { targetOf } from '../../dashboard/src/sign-in-target.ts';

describe('the permissions that a device does not get', () => {
  it('are those it asks for and the member lacks', () => {
    const permissions = ['content:read' as const];
    expect(withheldPermissions({ scope: ['content:read', 'audit:read'], permissions })).toEqual(['audit:read']);
    expect(withheldPermissions({ scope: ['content:read'], permissions })).toEqual([]);
  });

  it('are none of a device that asks for all of the member', () => {
    expect(withheldPermissions({ scope: null, permissions: ['content:read'] })).toEqual([]);
  });
});

describe('the screen after a sign-in by email', () => {
  const stored = JSON.stringify({ path: '/device?code=BCDF-GHJK', atMs: 0 });

  it('is the one that has asked for it, with its query, as long as the link is valid', () => {
    expect(targetOf(stored, 15 * 60_000 - 1)).toBe('/device?code=BCDF-GHJK');
    expect(targetOf(stored, 15 * 60_000)).toBe('/');
  });

  it('is the calendar when the URL named none', () => {
    expect(targetOf(JSON.stringify({ path: '', atMs: 0 }), 0)).toBe('/');
  });
});
