import { expect, it } from 'vitest';
import { blueskyClientId, blueskyClientMetadata } from '../../../lib/platforms/bluesky/adapter/client-metadata.ts';

const CALLBACK = 'https://api.example.com/v1/connect/callback';

it('the client id of a stage is the URL of its document, which names the callback', () => {
  expect(blueskyClientId(CALLBACK)).toBe('https://api.example.com/v1/connect/client-metadata.json');
  expect(blueskyClientMetadata(CALLBACK)).toMatchObject({
    client_id: blueskyClientId(CALLBACK),
    redirect_uris: [CALLBACK],
    scope: 'atproto transition:generic',
    dpop_bound_access_tokens: true,
  });
});

it('the client id of a callback on loopback contains the callback and the permissions', () => {
  const callback = 'http://127.0.0.1:3000/v1/connect/callback';
  const { origin, pathname, searchParams } = new URL(blueskyClientId(callback));
  expect([origin, pathname]).toEqual(['http://localhost', '/']);
  expect(Object.fromEntries(searchParams)).toEqual({ redirect_uri: callback, scope: 'atproto transition:generic' });
});
