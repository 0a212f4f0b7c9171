/** The letters of user codes: no vowels, so that no code is a word (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Return the user code that a person has typed, or null for any other text. Case, spaces and hyphens are ignored. */
export function parseUserCode(text: string): string | null {
  const letters = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return USER_CODE.test(letters) ? letters : null;
}

/** Return a user code as a person reads it, such as `BCDF-GHJK`. */
export function formatUserCode(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}

/** Build a device code: the user code, by which its login is found, and a bearer secret. */
export function formatDeviceCode(userCode: string, secret: string): string {
  return userCode + secret;
}

/** Return the user code in a device code, or null for any other text. It selects what is read, and proves nothing. */
export function userCodeOf(deviceCode: string): string | null {
  const [userCode, secret] = [deviceCode.slice(0, USER_CODE_LENGTH), deviceCode.slice(USER_CODE_LENGTH)];
  return USER_CODE.test(userCode) && SECRET.test(secret) ? userCode : null;
}
