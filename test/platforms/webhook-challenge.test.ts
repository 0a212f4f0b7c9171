import { expect, it } from 'vitest';
import { answerChallenge } from '../../lib/platforms/webhook-challenge.ts';

it.each(['', 'null', 'undefined'])('no challenge is answered without a verify token: %j', (said) => {
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': said };
  const secrets = { secret: 'a-secret', verify_token: null };
  expect(() => answerChallenge('instagram', query, secrets)).toThrow('the verify token of the account');
});
