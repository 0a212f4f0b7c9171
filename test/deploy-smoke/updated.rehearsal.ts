import { expect, test } from 'vitest';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { read } from '../e2e/http-client.ts';
import { requireEnv, standardApiClient } from './deployment.ts';

test('an update passes changed settings to the functions: the standard plan has webhooks', async () => {
  const small = await standardApiClient();
  const endpoint = { url: `${requireEnv('JOURNEY_RECEIVER_URL')}-standard`, events: ['*'] };
  const answer = await small('POST', '/webhooks', endpoint);
  expect(read(answer, 201, WebhookCreateResponse()).status).toBe('active');
});
