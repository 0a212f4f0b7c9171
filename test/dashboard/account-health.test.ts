import { describe, expect, it } from 'vitest';
import {
  accountHealth,
  cancelledText,
  connectErrorText,
  scheduledText,
} from '../../dashboard/src/screens/accounts/health.ts';
import './english.ts';

const ACCOUNT = {
  id: 'acc_1',
  platform: 'twitter' as const,
  external_id: '1',
  name: 'Acme',
  is_default: true,
  sandbox: false,
  handle: null,
  server: null,
  status: 'connected' as const,
  reconnect_reason: null,
  token_expires_at: '2026-12-01T10:00:00Z',
  is_refreshable: true,
  refreshed_at: null,
  inbound_url: null,
  metrics_schedule: 'days' as const,
  metrics_budget: null,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
};
const format = (at: string) => `<${at}>`;

describe('the health of an account', () => {
  it('says that a renewable access needs nothing, with its end', () => {
    const health = accountHealth(ACCOUNT, format);
    expect(health.needsReconnect).toBe(false);
    expect(health.text).toContain('refreshed automatically');
    expect(health.text).toContain('<2026-12-01T10:00:00Z>');
  });

  it('asks for a reconnect before an access ends that cannot be renewed', () => {
    const { text } = accountHealth({ ...ACCOUNT, is_refreshable: false }, format);
    expect(text).toContain('Reconnect the account before');
  });

  it('does not invent an end that the platform does not name', () => {
    expect(accountHealth({ ...ACCOUNT, token_expires_at: null }, format).text).toContain('does not report');
  });

  it('explains the reason of a lost access, and what to do', () => {
    const broken = { ...ACCOUNT, status: 'needs_reconnect' as const, reconnect_reason: 'token_refused' as const };
    const health = accountHealth(broken, format);
    expect(health.needsReconnect).toBe(true);
    expect(health.text).toMatch(/no longer accepts.*Reconnect the account, then retry failed posts/);
  });

  it('gives each cause of a failed connection its own text', () => {
    expect(connectErrorText('access_denied')).not.toBe(connectErrorText('no_account'));
  });
});

describe('the scheduled posts of an account that is disconnected', () => {
  it('are counted before and after in correct grammar', () => {
    expect(scheduledText(0, false)).toBe('No post is scheduled on this account.');
    expect(scheduledText(1, false)).toContain('One scheduled post');
    expect(scheduledText(12, false)).toContain('12 scheduled posts');
    expect(cancelledText({ cancelled_entries: 1, cancelled_entries_is_capped: false })).toContain('One scheduled post');
  });

  it('are more than the number where the API stops counting', () => {
    expect(scheduledText(1000, true)).toContain('More than 1,000');
    expect(cancelledText({ cancelled_entries: 1000, cancelled_entries_is_capped: true })).toContain('More than 1,000');
  });
});
