import { answerJson, at, listOf, numberOf, textOf } from './answer.ts';
import { classifyRefusal } from './classification.ts';
import { INSTAGRAM_ROWS } from './instagram-errors.ts';
import type { PublishingAccount } from './publisher.ts';
import { type Answer, jsonCall } from './request.ts';

/** Current since 29 July 2026. */
const GRAPH_VERSION = 'v26.0';

/** Meta estimates in minutes, per business and kind of limit, in a header that holds JSON. Null without one. */
function secondsUntilAccess(answer: Answer): number | null {
  const header = textOf(answer.headers['x-business-use-case-usage']);
  if (header === undefined) return null;
  const usage = answerJson({ ...answer, body: header });
  if (typeof usage !== 'object' || usage === null) return null;
  const minutes = Object.values(usage)
    .flatMap(listOf)
    .map((limit) => numberOf(at(limit, 'estimated_time_to_regain_access')) ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : Math.ceil(longest * 60);
}

/** What a refusal by Instagram means. */
export function classify(answer: Answer, account: PublishingAccount) {
  const error = at(answerJson(answer), 'error');
  const refusal = {
    status: answer.status,
    errorCode: numberOf(at(error, 'code')),
    errorSubcode: numberOf(at(error, 'error_subcode')),
    transient: at(error, 'is_transient') === true,
    explanation: textOf(at(error, 'error_user_msg')) ?? textOf(at(error, 'message')) ?? '',
    retryAfterSeconds: secondsUntilAccess(answer),
  };
  return classifyRefusal(INSTAGRAM_ROWS, refusal, account.accessToken);
}

/** The token goes in a header; in Meta's examples it stands in the url, where proxies would log it. */
export const call = jsonCall(({ baseUrl }, path) => `${baseUrl}/${GRAPH_VERSION}/${path}`);

/** True for an id as Instagram writes it: digits, as text. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\d+$/.test(value);
}
