import type { SimulatedResponse } from '../../kit/simulator/simulated-http.ts';

/** Build an error response of a Bluesky server. */
export function xrpcError(status: number, error: string, message: string): SimulatedResponse {
  return { status, body: { error, message } };
}

/** Build the error for an invalid field of a request. */
export const invalidRequest = (message: string) => xrpcError(400, 'InvalidRequest', message);
/** Build the error for a request without a token. */
export const missingToken = () => xrpcError(401, 'AuthMissing', 'Authentication Required');
/** Build the error for an expired token. The status is 400. */
export const expired = () => xrpcError(400, 'ExpiredToken', 'Token has expired');
/** Build the error for a revoked or unknown token. */
export const invalidToken = () => xrpcError(400, 'InvalidToken', 'Token could not be verified');
/** Build the error for a record key that has another record. */
export const invalidSwap = (cid: string) => xrpcError(400, 'InvalidSwap', `Record was at ${cid}`);

const internal = () => xrpcError(500, 'InternalServerError', 'Internal Server Error');

function rateLimited(): SimulatedResponse {
  const reset = String(Math.ceil(Date.now() / 1_000) + 300);
  const headers = {
    'ratelimit-limit': '5000',
    'ratelimit-remaining': '0',
    'ratelimit-reset': reset,
    'ratelimit-policy': '5000;w=3600',
  };
  return { ...xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded'), headers };
}

/** Bluesky's responses to the fault scripts. */
export const BLUESKY_ERRORS = {
  '500': internal,
  '429': rateLimited,
  '401': expired,
  duplicate: () => invalidSwap('bafyreiduplicate'),
  '402': () => xrpcError(402, 'PaymentRequired', 'Payment Required'),
  '426': () => xrpcError(426, 'UpgradeRequired', 'Upgrade Required'),
};
