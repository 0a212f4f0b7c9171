import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../dashboard/src/api/values.ts';
import { groupPermissions, readOnly, summarizePermissions } from '../../dashboard/src/components/permissions.ts';
import { firstCall, splitAddresses, toKeyCreate } from '../../dashboard/src/screens/keys/key-input.ts';
import './english.ts';

describe('the permissions of an API key', () => {
  it('are grouped by resource, and only those that are held are offered', () => {
    const groups = groupPermissions(['content:read', 'keys:read', 'content:write', 'unknown:read']);
    expect(groups.map(({ name }) => name)).toEqual(['Posts', 'API keys']);
    expect(groups[0]!.permissions.map(({ permission }) => permission)).toEqual(['content:read', 'content:write']);
  });

  it('that only read include no write', () => {
    expect(readOnly(PERMISSIONS).every((permission) => permission.endsWith(':read'))).toBe(true);
    expect(readOnly(['content:write', 'team:read'])).toEqual(['team:read']);
  });

  it('are summarized without hiding that they write', () => {
    expect(summarizePermissions(PERMISSIONS)).toBe('All permissions');
    expect(summarizePermissions(['content:read'])).toBe('1 permission, read only');
    expect(summarizePermissions(['content:read', 'content:write'])).toBe('2 permissions');
  });
});

describe('the form of a new API key', () => {
  const permissions = ['content:read' as const];
  const INPUT = {
    name: ' CI ',
    permissions,
    isAgent: false,
    subscribes: false,
    addresses: '',
    hourlyLimit: '',
    expires: '',
  };

  it('leaves out what is empty', () => {
    expect(toKeyCreate(INPUT, 'UTC', permissions)).toEqual({ name: 'CI', permissions: ['content:read'] });
  });

  it('leaves the permissions of an agent to the API', () => {
    expect(toKeyCreate({ ...INPUT, isAgent: true }, 'UTC', PERMISSIONS)).toEqual({ name: 'CI', agent: {} });
  });

  it('names the permissions of an agent that may subscribe to events, as far as the person has them', () => {
    const input = { ...INPUT, isAgent: true, subscribes: true };
    const held = ['content:read', 'content:publish', 'webhooks:write'];
    expect(toKeyCreate(input, 'UTC', held)).toEqual({
      name: 'CI',
      agent: {},
      permissions: ['content:read', 'webhooks:write'],
    });
  });

  it('reads addresses that are separated by lines, commas or spaces', () => {
    expect(splitAddresses('198.51.100.0/24\n2001:db8::1, 203.0.113.7 ')).toEqual([
      '198.51.100.0/24',
      '2001:db8::1',
      '203.0.113.7',
    ]);
  });

  it('reads the expiry in the chosen time zone', () => {
    const body = toKeyCreate(
      { ...INPUT, expires: '2026-12-01T12:00', hourlyLimit: '500' },
      'Europe/Berlin',
      permissions,
    );
    expect(body).toMatchObject({ expires_at: '2026-12-01T11:00:00Z', hourly_limit: 500 });
  });

  it('ends with a call that a shell sends unchanged', () => {
    const text = firstCall('https://api.example.com/v1', 'key_1', 'a+b/c=');
    expect(text).toContain(`--data-urlencode 'client_secret=a+b/c='`);
    expect(text.split('\n')[0]).toBe('curl https://api.example.com/v1/auth/token \\');
  });
});
