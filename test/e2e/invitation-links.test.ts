import { beforeEach, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { atUrl, field, fill, textWith } from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';

const PAGE = { page: 1, per_page: 50, total: 0, total_is_capped: false, next_cursor: null, has_more: false };
const EXPIRES_AT = '2026-11-27T09:30:00.000Z';
const LINK = 'https://d1.cloudfront.net/app/#/invitation?token=the-token';
const INVITED = {
  ...{ invitation_id: 'inv_1', status: 'sent', expires_at: EXPIRES_AT, email: 'grace@example.com', role: 'editor' },
  ...{ permissions: ['content:read'], mail: 'none' },
};
const LISTED = {
  ...INVITED,
  ...{ invited_by: 'usr_1', created_at: '2026-11-20T09:30:00.000Z', sent_at: '2026-11-20T09:30:00.000Z' },
  ...{ accepted_at: null, user_id: null },
};
const OPENED = {
  ...{ workspace: { id: 'ws_1', name: 'Stub' }, invited_by: { name: 'Mira', email: 'mira@example.com' } },
  ...{ email: 'grace@example.com', role: 'content_manager', expires_at: EXPIRES_AT },
};

let requests: StubRequest[] = [];
let isOpen = true;
let invitations: object[] = [];

beforeEach(() => {
  requests = [];
  isOpen = true;
  invitations = [];
});

const problem = (status: number, code: string, detail: string): StubResponse => ({
  status,
  body: {
    type: 'about:blank',
    title: 'Problem',
    status,
    detail,
    instance: '/',
    code,
    request_id: 'r',
    retryable: false,
  },
});

function respond(request: StubRequest): StubResponse {
  const { method, path } = request;
  if (method !== 'GET') requests.push(request);
  if (path === '/halts') return { body: { halts: [] } };
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', time_zone: 'UTC' } };
  if (path === '/team/members') return { body: { members: [], pagination: PAGE } };
  if (path === '/team/invitations') return { body: { invitations, pagination: PAGE } };
  if (path === '/auth/passkeys') return { body: { passkeys: [] } };
  if (path === '/team/invite') {
    invitations = [LISTED];
    return { status: 201, body: { ...INVITED, token: 'the-token', link: LINK } };
  }
  if (path === '/team/invitations/inv_1/resend') return { body: { ...INVITED, token: 'next', link: `${LINK}-2` } };
  if (path === '/auth/sign-in') return problem(409, 'email_not_configured', 'npm run workspace -- sign-in-link');
  if (!isOpen) return problem(404, 'invitation_not_open', 'No open invitation has this token.');
  if (path === '/auth/invitations/link') return { body: OPENED };
  if (path === '/auth/sign-in/link') return { body: { workspace: OPENED.workspace, user: SESSION.user } };
  return { status: 201, body: { workspace_id: 'ws_1', user_id: 'usr_1', expires_at: EXPIRES_AT } };
}

const sent = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);
/** The session of the invited person, from the acceptance on. */
const session = () =>
  sent('/auth/invitations').length === 0
    ? SESSION
    : { ...SESSION, user: { ...SESSION.user, id: 'usr_2', name: 'Grace Hopper', email: 'grace@example.com' } };
const stub = useStubbedDashboard(respond, session);

describe.runIf(HAS_BROWSER)('without email', () => {
  test('the team screen shows the link of a new invitation, and a new link when it is sent again', async () => {
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/team`);
    await window.click('Invite a member');
    await fill(window.page, field('Email'), 'grace@example.com');
    await window.click('Invite');
    await textWith(window.page, 'pre', LINK);
    await window.shows('This service sends no email.');
    await inspect(window.page, 'team-invitation-link');
    await window.click('I have copied the link');
    await window.click('New link to grace@example.com');
    await textWith(window.page, 'pre', `${LINK}-2`);
    await window.page.reload();
    await window.shows('No email sent');
    expect(await window.page.$('pre')).toBeNull();
  });

  test('an invitation is accepted only after the person has seen where it leads, and opens the passkeys', async () => {
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/invitation?token=the-token`);
    await window.shows('invites grace@example.com to join Stub as content manager');
    await window.shows('Mira (mira@example.com)');
    expect(window.page.url()).not.toContain('the-token');
    expect(sent('/auth/invitations')).toEqual([]);
    await inspect(window.page, 'invitation');
    await fill(window.page, field('Your name'), 'Grace Hopper');
    await window.click('Accept the invitation');
    await atUrl(window.page, '/passkeys');
    await window.shows('Add a passkey');
    expect(sent('/auth/invitations')).toEqual([{ token: 'the-token', name: 'Grace Hopper' }]);
  });

  test('a signed-in person can keep their session, and the invitation stays open', async () => {
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/invitation?token=the-token`);
    await window.click('Stay signed in as ada@example.com');
    await window.heading('Calendar');
    expect(sent('/auth/invitations')).toEqual([]);
  });

  test('the new member sees the passkeys, also in a browser in which another member is signed in', async () => {
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/invitation?token=the-token`);
    await window.shows('You are signed in to Stub as ada@example.com.');
    await fill(window.page, field('Your name'), 'Grace Hopper');
    await window.click('Accept the invitation');
    await atUrl(window.page, '/passkeys');
    await window.heading('Passkeys');
  });

  test('a second link in the same tab can be used after a first one that has ended', async () => {
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/sign-in?token=first`);
    await window.shows('Continue only if you requested it.');
    isOpen = false;
    await window.click('Sign in with the link');
    await window.shows('No open invitation has this token.');
    isOpen = true;
    await window.page.goto(`${stub.url}#/sign-in?token=second`);
    await window.click('Sign in with the link');
    await window.heading('Calendar');
    expect(sent('/auth/sessions')).toEqual([{ token: 'first' }, { token: 'second' }]);
  });

  test('an invitation that is not open says so, and offers no acceptance', async () => {
    isOpen = false;
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/invitation?token=the-token`);
    await window.shows('No open invitation has this token.');
    expect(await window.page.$(field('Your name'))).toBeNull();
  });

  test('the request for a sign-in link shows how an operator makes one', async () => {
    isOpen = false;
    const window = await DashboardWindow.open(stub.browser);
    await window.page.goto(`${stub.url}#/sign-in?token=the-token`);
    await fill(window.page, field('Email'), 'grace@example.com');
    await window.click('Email me a link');
    await window.shows('npm run workspace -- sign-in-link');
    await window.shows('Sign in with a passkey, or send this message to the operator');
  });
});
