import { expect, test } from 'vitest';
import { WebhookCreateResponse } from '../../lib/api/webhook-responses.ts';
import { read } from '../e2e/http-client.ts';
import { requireEnv, standardApiClient } from './deployment.ts';

test('a setting changed at deployment reaches the functions: webhooks are for the standard plan too', async () => {
  const small = await standardApiClient();
  const endpoint = { url: `${requireEnv('JOURNEY_RECEIVER_URL')}-standard`, events: ['*'] };
  const answer = await small('POST', '/webhooks', endpoint);
  expect(read(answer, 201, WebhookCreateResponse).status).toBe('active');
});
