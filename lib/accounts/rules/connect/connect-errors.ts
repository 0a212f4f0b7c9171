/**
 * Why a connection failed, by code. `message` is the text of the API and of the page for the person; `advice` is what the
 * person can do.
 */
export const CONNECT_ERRORS = {
  access_denied: {
    title: 'Access was denied',
    message: 'Access to the account was denied on the platform.',
    advice: 'Start again from the application, and allow access.',
  },
  expired: {
    title: 'The link has expired',
    message: 'The connection was not completed within ten minutes.',
    advice: 'Start again from the application.',
  },
  missing_scopes: {
    title: 'A permission is missing',
    message: 'A permission that publishing needs was not granted.',
    advice: 'Start again from the application, and leave every permission selected.',
  },
  no_account: {
    title: 'No account was found',
    message: 'This login manages no account that can be connected.',
    advice: 'Sign in on the platform as a user who manages the account, and start again from the application.',
  },
  code_refused: {
    title: 'The platform rejected the request',
    message: 'The platform rejected the authorization code or the app credentials.',
    advice: 'Start again from the application. If the problem persists, send the code below to its operator.',
  },
  platform_error: {
    title: 'The platform reported an error',
    message: 'The platform returned an error instead of an authorization code.',
    advice: 'Wait a few minutes, then start again from the application.',
  },
  response_lost: {
    title: 'The response of the platform was lost',
    message: 'No response was received from the platform. The authorization code can be used only once.',
    advice: 'Nothing was connected. Start again from the application.',
  },
  other_account: {
    title: 'This is another account',
    message: 'The user signed in with a different account than the one to reconnect.',
    advice: 'Sign out on the platform, sign in with the account to reconnect, and start again from the application.',
  },
  account_deleted: {
    title: 'The account was disconnected',
    message: 'The account to reconnect was deleted.',
    advice: 'Start again from the application, and connect it as a new account.',
  },
  app_missing: {
    title: 'The app credentials are missing',
    message: 'The app credentials of the platform were removed.',
    advice: 'Send the code below to the operator of the application.',
  },
  requester_revoked: {
    title: 'The request is no longer valid',
    message: 'The API key or member that started the connection no longer has the permission to connect accounts.',
    advice: 'Start again from the application.',
  },
  limit_reached: {
    title: 'No further account can be connected',
    message: 'The workspace has as many accounts as its limit allows.',
    advice: 'Disconnect another account, or ask the operator of the application to raise the limit.',
  },
} as const satisfies Record<string, ConnectErrorText>;

/** What is wrong with a link that leads to no open connection. Nothing is stored, and no connection changes. */
export const LINK_ERRORS = {
  unknown_state: {
    title: 'This link is not valid',
    message: 'No connection was started with this link.',
    advice: 'Start again from the application, in the same browser, and do not change the URL.',
  },
  already_used: {
    title: 'This link was already used',
    message: 'This link was already used. Links can be used once.',
    advice: 'If the application does not show your account as connected, start again from there.',
  },
  other_browser: {
    title: 'This is another browser',
    message: 'The connection was started in another browser. Nothing was connected here.',
    advice: 'Start again from the application, complete every step in the same browser, and allow cookies.',
  },
  too_many_in_flight: {
    title: 'Too many connections are in progress',
    message: 'Several connections of this workspace wait for a platform. Nothing was connected yet.',
    advice: 'Wait a few seconds, then reload this page.',
  },
} as const satisfies Record<string, ConnectErrorText>;

export type ConnectErrorText = { title: string; message: string; advice: string };
export type ConnectErrorCode = keyof typeof CONNECT_ERRORS;
export type LinkErrorCode = keyof typeof LINK_ERRORS;
