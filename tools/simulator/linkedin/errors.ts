import type { SimulatedResponse } from '../simulated-http.ts';

/** LinkedIn's error. */
export function linkedInError(status: number, message: string, more: object = {}): SimulatedResponse {
  return { status, body: { message, status, ...more } };
}

/** What is wrong with one field of a body. */
export const field = (path: string, says: string) => linkedInError(422, `ERROR :: ${path} :: ${says}\n`);

/** What is wrong with a post as a whole. */
export function inputError(
  status: number,
  message: string,
  description: string,
  code: string,
): SimulatedResponse {
  return linkedInError(status, message, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: [{ description, input: {}, code }] },
  });
}

/** The refusal of a text that is there already, naming the post. */
export const duplicatePost = (urn: string) =>
  inputError(422, `Content is a duplicate of ${urn}`, 'Duplicate post is detected', 'DUPLICATE_POST');
/** The refusal of a version that is switched off. */
export const versionRetired = (version: string) =>
  linkedInError(426, `Requested version ${version} is not active`, { code: 'NONEXISTENT_VERSION' });
/** The refusal of a token that has ended. */
export const expired = () =>
  linkedInError(401, 'The token used in the request has expired', { serviceErrorCode: 65602 });
/** The refusal of a token that was revoked. */
export const revoked = () =>
  linkedInError(401, 'The token used in the request has been revoked by the user', {
    serviceErrorCode: 65601,
  });
/** The refusal of a token of another account. */
export const forbidden = (operation: string) =>
  linkedInError(403, `Not enough permissions to access: ${operation}`, { serviceErrorCode: 100 });

/** LinkedIn's responses to the fault scripts. */
export const LINKEDIN_ERRORS = {
  '500': () => linkedInError(500, 'Internal Server Error'),
  '429': () =>
    linkedInError(
      429,
      'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
      {
        serviceErrorCode: 101,
      },
    ),
  '401': expired,
  duplicate: () => duplicatePost('urn:li:share:7141138937766391808'),
  '402': () => linkedInError(402, 'Payment Required'),
  '426': () => versionRetired('202501'),
};
