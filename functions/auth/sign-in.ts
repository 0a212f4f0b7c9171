import { settings } from '../../lib/core/config/settings.ts';
import { DAY_MS, formatInstant } from '../../lib/core/values/timestamps.ts';
import { operation } from '../../lib/identity/api/auth/sign-in.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestQuotaOf, takeQuota } from '../../lib/identity/pipeline/rate-limit.ts';
import { emailPolicy, signInPolicy } from '../../lib/identity/rules/rate-limits.ts';
import { emailNotConfigured } from '../../lib/identity/sign-in-problems.ts';
import { emailHash } from '../../lib/identity/store/members.ts';
import { signInRequestWrite } from '../../lib/identity/store/sign-in.ts';

/**
 * Record a request for sign-in links. Whether the address is a member's is looked up by the email worker, so neither the
 * response nor its time depends on it. Beyond the limit of emails the response is the same, without an email.
 */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  if (settings().emailSender === null) {
    throw emailNotConfigured(
      'This service sends no email. An operator prints a sign-in link: npm run workspace -- sign-in-link --email <your address> --stage <stage>',
    );
  }
  const email_hash = emailHash(body.email);
  const { sourceAddress } = context;
  requestQuotaOf(context, [signInPolicy(sourceAddress)]);
  const isEmailed = await takeQuota(emailPolicy(sourceAddress, email_hash), nowMs);
  const times = { requested_at: formatInstant(nowMs), expires_at_ms: nowMs + DAY_MS };
  return {
    status: 202,
    body: {
      message:
        'If a member has this email address, a sign-in link is sent to it. Within a minute of an earlier link, none is: use the earlier one.',
    },
    writes: isEmailed ? [signInRequestWrite({ id: newId('signIn'), email_hash, ...times })] : [],
  };
});
