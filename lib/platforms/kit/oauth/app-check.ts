import { randomBytes } from 'node:crypto';
import { getPath, isSuccess, parseJsonBody } from '../http/json-response.ts';
import { type PlatformRequest, sendRequest } from '../http/request.ts';
import type { AppCheck, AppVerdict, CodeCallback } from '../oauth-connector.ts';

/** RFC 6749, 5.2: the app is unknown, its secret is wrong, or it may not use codes. */
const APP_ERRORS = ['invalid_client', 'unauthorized_client'];

/**
 * Ask a platform whether it accepts the credentials of an app, by exchanging a code that it has not issued. A token endpoint
 * authenticates the client first (RFC 6749, 3.2.1), so that an error about the code tells that the app is accepted. Nothing
 * is granted, and no account is touched. Does not reject.
 *
 * @param codeRequest builds the request that exchanges a code.
 * @param rejectsApp whether the JSON of an error is about the app, on a platform whose errors are not those of the RFC.
 */
export async function checkCredentials(
  request: AppCheck,
  codeRequest: (callback: CodeCallback) => PlatformRequest,
  rejectsApp: (json: unknown) => boolean = () => false,
): Promise<AppVerdict> {
  const code = randomBytes(32).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const { response } = await sendRequest(codeRequest({ ...request, code, pending: { code_verifier: verifier } }));
  if (response === null || isSuccess(response)) return 'unknown';
  const json = parseJsonBody(response);
  const error = getPath(json, 'error');
  if (response.status === 401 || APP_ERRORS.some((known) => known === error) || rejectsApp(json)) return 'rejected';
  return response.status === 400 && request.app.clientSecret !== null ? 'accepted' : 'unknown';
}
