import { defineProblem } from '../core/problems/define-problem.ts';

export const invalidSignature = /* @__PURE__ */ defineProblem({
  code: 'invalid_signature',
  status: 401,
  title: 'Invalid signature',
  meaning: 'The webhook signature does not match the secret of the account.',
  remedy: 'Reconnect the account with `inbound.secret` set to the secret of your app.',
});

export const verificationRefused = /* @__PURE__ */ defineProblem({
  code: 'verification_refused',
  status: 403,
  title: 'Webhook verification failed',
  meaning: 'The verification request has an incorrect verify token or mode.',
  remedy: 'Configure the same verify token at Meta and in the account.',
});

export const tooMuchToCompare = /* @__PURE__ */ defineProblem({
  code: 'too_much_to_compare',
  status: 422,
  title: 'Period too large',
  meaning: 'The period contains more data than a ranking can include.',
  remedy: 'Request a shorter period.',
});
