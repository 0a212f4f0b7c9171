import { expect, test } from 'vitest';
import { WebhookCreateReply } from '../../lib/contract/webhook-replies.ts';
import { read } from '../journey/visitor.ts';
import { given, standardVisitor } from './deployment.ts';

test('a setting changed at deployment reaches the functions: webhooks are for the standard plan too', async () => {
  const small = await standardVisitor();
  const endpoint = { url: `${given('JOURNEY_RECEIVER_URL')}-standard`, events: ['*'] };
  const answer = await small('POST', '/webhooks', endpoint);
  expect(read(answer, 201, WebhookCreateReply).status).toBe('active');
});
