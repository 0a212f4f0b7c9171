import type { SimulatedResponse } from '../../kit/simulator/simulated-http.ts';

/** Build an error response of Meta, which always has status 400. */
export function graphError(
  code: number,
  message: string,
  subcode?: number,
  headers: Record<string, string> = {},
): SimulatedResponse {
  const error = {
    message,
    type: code === 100 ? 'IGApiException' : 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode, is_transient: false, error_user_msg: message }),
    fbtrace_id: 'AsimulatedTrace',
  };
  return { status: 400, headers, body: { error } };
}

const USAGE = JSON.stringify({
  '17841400000000000': [
    {
      type: 'instagram',
      call_count: 100,
      total_cputime: 20,
      total_time: 20,
      estimated_time_to_regain_access: 7,
    },
  ],
});

/** Build the error for an expired token. */
export const expired = () => graphError(190, 'Error validating access token: Session has expired.', 463);
/** Build the error for a revoked token. */
export const revoked = () => graphError(190, 'Error validating access token: The access token is invalid.', 467);
/** Build the error for an unknown token. */
export const unknownToken = () => graphError(190, 'Invalid OAuth access token - Cannot parse access token');
/** Build the error for a token of another account. */
export const forbidden = () => graphError(10, 'Application does not have permission for this action');
/** Build the error for an unknown id, or an id of another account. */
export const missing = (id: string) =>
  graphError(100, `Unsupported get request. Object with ID '${id}' does not exist`, 33);
/** Build the error for a post that exceeds the quota. */
export const quotaExceeded = () => graphError(9, 'The limit of posts within 24 hours is reached', 2207042);

/** Instagram's responses to the fault scripts. */
export const INSTAGRAM_ERRORS = {
  '500': (): SimulatedResponse => ({
    status: 500,
    body: { error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } },
  }),
  '429': () => graphError(4, 'Application request limit reached', undefined, { 'x-business-use-case-usage': USAGE }),
  '401': expired,
  duplicate: () => graphError(506, 'Duplicate status message'),
  '402': (): SimulatedResponse => ({ ...graphError(100, 'Payment Required'), status: 402 }),
  '426': (): SimulatedResponse => ({
    ...graphError(2635, 'You are calling a deprecated version of the API'),
    status: 426,
  }),
};
