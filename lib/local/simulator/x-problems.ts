import type { Reply } from './exchange.ts';

/** X's general error. */
export function problem(status: number, title: string, detail: string, more: object = {}): Reply {
  return { status, body: { title, detail, type: 'about:blank', status, ...more } };
}

/** X's error for a parameter. */
export function invalid(parameter: string, message: string): Reply {
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
