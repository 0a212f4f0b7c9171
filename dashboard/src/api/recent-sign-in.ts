import { problemOf } from './problem.ts';
import { onSignIn } from './session.ts';

type Listener = (isRequired: boolean) => void;

/** The requests that wait for a sign-in: each continues with true, or ends with false. */
const waiting = new Set<(isSignedIn: boolean) => void>();
const listeners = new Set<Listener>();

onSignIn(() => settle(true));

/**
 * Send a request that requires a recent sign-in. When the API rejects it for that reason, the person is asked to sign in
 * again, and the request is sent again after that. Returns the rejection when the person does not.
 */
export async function withRecentSignIn(sendRequest: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await sendRequest();
    if (response.status !== 403) return response;
    const { problem } = await problemOf(response.clone());
    if (problem.code !== 'recent_sign_in_required' || !(await nextSignIn())) return response;
  }
}

/** End the requests that wait for a sign-in, with their rejection. */
export function cancelSignIn(): void {
  settle(false);
}

/** Call the listener when a request begins to wait for a sign-in, and when none does. Returns a function that stops it. */
export function onSignInRequired(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function nextSignIn(): Promise<boolean> {
  for (const listener of listeners) listener(true);
  return new Promise((resolve) => waiting.add(resolve));
}

function settle(isSignedIn: boolean): void {
  for (const listener of listeners) listener(false);
  for (const resolve of waiting) resolve(isSignedIn);
  waiting.clear();
}
