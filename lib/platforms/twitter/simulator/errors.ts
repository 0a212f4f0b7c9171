import type { SimulatedResponse } from '../../kit/simulator/simulated-http.ts';

const WINDOW_SECONDS = 900;

/** Build a general error response of X. */
export function problem(status: number, title: string, detail: string, more: object = {}): SimulatedResponse {
  return { status, body: { title, detail, type: 'about:blank', status, ...more } };
}

/** Build X's error for an invalid parameter. */
export function invalid(parameter: string, message: string): SimulatedResponse {
  return {
    status: 400,
    body: {
      errors: [{ parameters: { [parameter]: [] }, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.x.com/2/problems/invalid-request',
    },
  };
}

/** Build the error for an invalid token, whatever the reason. */
export const unauthorized = () => problem(401, 'Unauthorized', 'Unauthorized');
/** Build the error for a token without a permission. */
export const forbidden = () => problem(403, 'Forbidden', 'You are not permitted to perform this action.');
/** Build the error for a duplicate text. */
export const duplicate = () =>
  problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');

function tooMany(): SimulatedResponse {
  const reset = Math.ceil(Date.now() / 1000) + WINDOW_SECONDS;
  const headers = {
    'x-rate-limit-limit': '100',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(reset),
    'x-user-limit-24hour-limit': '10000',
    'x-user-limit-24hour-remaining': '9900',
    'x-user-limit-24hour-reset': String(reset + 80_000),
  };
  return { ...problem(429, 'Too Many Requests', 'Too Many Requests'), headers };
}

const outOfCredits = () =>
  problem(402, 'CreditsDepleted', 'Your enrolled account does not have any credits to fulfill this request.', {
    type: 'https://api.x.com/2/problems/credits',
  });

/** X's responses to the fault scripts. */
export const X_ERRORS = {
  '500': () => problem(500, 'Internal Server Error', 'Internal Server Error'),
  '429': tooMany,
  '401': unauthorized,
  duplicate,
  '402': outOfCredits,
  '426': () => problem(426, 'Upgrade Required', 'Upgrade Required'),
};
