import { operation } from '../../lib/api/auth/sign-in.ts';
import { settings } from '../../lib/config/settings.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { DAY_MS, formatInstant } from '../../lib/domain/timestamps.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { requestQuotaOf } from '../../lib/http/rate-limit.ts';
import { emailPolicy, signInPolicy } from '../../lib/rate-limit/sign-in-policies.ts';
import { emailHash } from '../../lib/table/members.ts';
import { signInRequestWrite } from '../../lib/table/sign-in.ts';

/**
 * Record a request for sign-in links. Whether the address is a member's is looked up by the email worker, so neither the
 * response nor its time depends on it.
 */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  if (settings().emailSender === null) {
    throw new ApiError('email_not_configured', 'This service sends no emails, so it cannot send a sign-in link.');
  }
  const email_hash = emailHash(body.email);
  const { sourceIp } = context.event.requestContext.http;
  requestQuotaOf(context, [signInPolicy(sourceIp), emailPolicy(email_hash)]);
  const times = { requested_at: formatInstant(nowMs), expires_at_ms: nowMs + DAY_MS };
  return {
    status: 202,
    body: { message: 'If a member has this email address, a sign-in link is sent to it.' },
    writes: [signInRequestWrite({ id: newId('signIn'), email_hash, ...times })],
  };
});
