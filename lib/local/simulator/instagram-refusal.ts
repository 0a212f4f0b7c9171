import type { Reply } from './exchange.ts';

/** Meta's error; status 400 whatever it is about. */
export function refuse(
  code: number,
  message: string,
  subcode?: number,
  headers: Record<string, string> = {},
): Reply {
  const error = {
    message,
    type: code === 100 ? 'IGApiException' : 'OAuthException',
    code,
    ...(subcode === undefined
      ? {}
      : { error_subcode: subcode, is_transient: false, error_user_msg: message }),
    fbtrace_id: 'AsimulatedTrace',
  };
  return { status: 400, headers, body: { error } };
}
