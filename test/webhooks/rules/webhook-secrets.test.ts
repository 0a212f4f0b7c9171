import { describe, expect, it } from 'vitest';
import { newEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import {
  MAX_ACTIVE_SIGNING_SECRETS,
  rotateSecret,
  signingSecrets,
} from '../../../lib/webhooks/rules/webhook-secrets.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';

const OVERLAP_S = 86_400;
const endpoint = newEndpoint({
  id: 'wh_1',
  workspaceId: 'ws_1',
  url: 'https://example.com/hook',
  events: ['*'],
  secret: 'first',
  createdAt: at(-100),
});
const rotate = (from: typeof endpoint, secret: string, seconds = 0) =>
  rotateSecret(from, secret, OVERLAP_S, NOW_MS + seconds * 1000);

describe('signingSecrets', () => {
  it('are the stored ones of an endpoint without a rotation, also for one with two', () => {
    expect(signingSecrets(endpoint, NOW_MS)).toEqual(['first']);
    expect(signingSecrets({ ...endpoint, secrets: ['newer', 'first'] }, NOW_MS)).toEqual(['newer', 'first']);
  });

  it('are the new and the old one during the overlap, and the new one alone from its end on', () => {
    const rotated = rotate(endpoint, 'second');
    expect(signingSecrets(rotated, NOW_MS)).toEqual(['second', 'first']);
    expect(signingSecrets(rotated, NOW_MS + OVERLAP_S * 1000 - 1)).toEqual(['second', 'first']);
    expect(signingSecrets(rotated, NOW_MS + OVERLAP_S * 1000)).toEqual(['second']);
  });

  it('are all unexpired ones of several rotations, newest first, each with its own end', () => {
    const twice = rotate(rotate(endpoint, 'second'), 'third', 3600);
    expect(signingSecrets(twice, NOW_MS + 3600_000)).toEqual(['third', 'second', 'first']);
    expect(signingSecrets(twice, NOW_MS + OVERLAP_S * 1000)).toEqual(['third', 'second']);
    expect(signingSecrets(twice, NOW_MS + (OVERLAP_S + 3600) * 1000)).toEqual(['third']);
  });
});

describe('rotateSecret', () => {
  it('retires every secret of an endpoint with two', () => {
    const rotated = rotate({ ...endpoint, secrets: ['newer', 'first'] }, 'third');
    expect(rotated.secrets).toEqual(['third']);
    expect(rotated.retired_secrets?.map(({ secret }) => secret)).toEqual(['newer', 'first']);
  });

  it('removes expired secrets', () => {
    const later = rotate(rotate(endpoint, 'second'), 'third', OVERLAP_S);
    expect(later.retired_secrets?.map(({ secret }) => secret)).toEqual(['second']);
  });

  it('signs with five secrets at most, and returns the time of the next expiry', () => {
    let rotated = endpoint;
    for (let number = 2; number <= MAX_ACTIVE_SIGNING_SECRETS; number++)
      rotated = rotate(rotated, `secret ${number}`, number);
    expect(signingSecrets(rotated, NOW_MS)).toHaveLength(5);
    const rejection = catchApiError(() => rotate(rotated, 'one more', 6));
    expect(rejection.code).toBe('too_many_secrets');
    expect(rejection.extensions).toEqual({ next_expires_at: at(2 + OVERLAP_S) });
    expect(rejection.detail).not.toContain('secret 2');
    expect(signingSecrets(rotate(rotated, 'one more', 2 + OVERLAP_S), NOW_MS + (2 + OVERLAP_S) * 1000)).toHaveLength(5);
  });

  it.each(['first', 'second'])('rejects a secret that signs already, without repeating it: %s', (secret) => {
    const rejection = catchApiError(() => rotate(rotate(endpoint, 'second'), secret));
    expect(rejection.code).toBe('validation_failed');
    expect(rejection.extensions).toMatchObject({ errors: [{ pointer: '/secret', code: 'secret_in_use' }] });
    expect(JSON.stringify([rejection.detail, rejection.extensions])).not.toContain(secret);
  });
});
