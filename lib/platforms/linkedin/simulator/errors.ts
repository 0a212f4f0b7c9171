import type { SimulatedResponse } from '../../kit/simulator/simulated-http.ts';

/** Build an error response of LinkedIn. */
export function linkedInError(status: number, message: string, more: object = {}): SimulatedResponse {
  return { status, body: { message, status, ...more } };
}

/** Build the error for an invalid field of a body. */
export const field = (path: string, says: string) => linkedInError(422, `ERROR :: ${path} :: ${says}\n`);

/** Build the error for an invalid post. */
export function inputError(status: number, message: string, description: string, code: string): SimulatedResponse {
  return linkedInError(status, message, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: [{ description, input: {}, code }] },
  });
}

/** Build the error for a duplicate text, which names the existing post. */
export const duplicatePost = (urn: string) =>
  inputError(422, `Content is a duplicate of ${urn}`, 'Duplicate post is detected', 'DUPLICATE_POST');
/** Build the error for an API version that is no longer supported. */
export const versionRetired = (version: string) =>
  linkedInError(426, `Requested version ${version} is not active`, { code: 'NONEXISTENT_VERSION' });
/** Build the error for an expired token. */
export const expired = () =>
  linkedInError(401, 'The token used in the request has expired', { serviceErrorCode: 65602 });
/** Build the error for a revoked token. */
export const revoked = () =>
  linkedInError(401, 'The token used in the request has been revoked by the user', {
    serviceErrorCode: 65601,
  });
/** Build the error for a token of another account. */
export const forbidden = (operation: string) =>
  linkedInError(403, `Not enough permissions to access: ${operation}`, { serviceErrorCode: 100 });

/** LinkedIn's responses to the fault scripts. */
export const LINKEDIN_ERRORS = {
  '500': () => linkedInError(500, 'Internal Server Error'),
  '429': () =>
    linkedInError(429, 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.', {
      serviceErrorCode: 101,
    }),
  '401': expired,
  duplicate: () => duplicatePost('urn:li:share:7141138937766391808'),
  '402': () => linkedInError(402, 'Payment Required'),
  '426': () => versionRetired('202501'),
};
