import { type ComponentChildren, Fragment, h } from 'preact';
import { htmlPage, pageHeaders } from '../../core/http/html.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import { STAGE_USER_ID } from '../../identity/rules/stage.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import {
  CONNECT_ERRORS,
  type ConnectErrorCode,
  type ConnectErrorText,
  LINK_ERRORS,
  type LinkErrorCode,
} from '../rules/connect/connect-errors.ts';
import { type ConnectFlow, connectError } from '../rules/connect/connect-flow.ts';
import { returnUrlOf } from '../rules/connect/return-url.ts';

/** The path of the selection page. */
export const SELECTION_PATH = '/v1/connect/select';

/** Return the page that ends a flow: the account is connected, or the reason why not. */
export function connectEndPage(flow: ConnectFlow, nowMs: number): HandlerResult {
  const error = connectError(flow, nowMs);
  if (error) return errorPage(pageText(error), error.code, flow);
  const { displayName } = PLATFORM_TABLE[flow.platform];
  const name = flow.account_name ?? 'The account';
  const target = returnUrlOf(flow, { status: 'connected' });
  const next = target ? returnLink(target) : h('p', null, 'You can close this page.');
  const title = `${name} is connected`;
  const text = h('p', null, named(flow), ` can now publish to this ${displayName} account.`);
  // A form may not lead to another site here, which includes a redirect after it, so the page itself moves on.
  return page(title, [h('h1', null, title), text, next], target ? { refresh: `0;url=${target}` } : {});
}

/** Return the page of a link that leads to no open flow. `flow`: the one that it has led to, if any. */
export function linkErrorPage(code: LinkErrorCode | 'expired', flow: ConnectFlow | null): HandlerResult {
  return errorPage(code === 'expired' ? CONNECT_ERRORS.expired : LINK_ERRORS[code], code, flow);
}

/** Return the page of a callback that may not wait for its platform yet. Its URL completes the connection later. */
export function busyPage(): HandlerResult {
  const shown = linkErrorPage('too_many_in_flight', null);
  return { ...shown, status: 429, headers: { ...shown.headers, 'retry-after': '5' } };
}

/** Return the page on which the person sees who asks for the account, before anything starts. */
export function startPage(flow: ConnectFlow): HandlerResult {
  const { displayName } = PLATFORM_TABLE[flow.platform];
  const title = `Connect a ${displayName} account`;
  return page(title, [
    h('h1', null, title),
    h('p', null, named(flow), ` wants to publish to your ${displayName} account.`),
    h('p', null, warning(flow)),
    h('form', { method: 'post' }, h('button', null, `Continue to ${displayName}`)),
  ]);
}

/** Return the page that moves on to the consent page of the platform. `cookie`: the `Set-Cookie` header. */
export function consentRedirectPage(flow: ConnectFlow, url: string, cookie: string): HandlerResult {
  const { displayName } = PLATFORM_TABLE[flow.platform];
  const title = `Continue to ${displayName}`;
  const text = h('p', null, named(flow), ` asks for permission to publish there.`);
  const link = h('p', null, h('a', { href: url }, title));
  // A form may not lead to another site here, which includes a redirect after it, so the page itself moves on.
  return page(title, [h('h1', null, title), text, link], { refresh: `0;url=${url}`, 'set-cookie': cookie });
}

/** Return the page on which the person chooses one of several accounts. */
export function selectionPage(flow: ConnectFlow, token: string): HandlerResult {
  const { displayName } = PLATFORM_TABLE[flow.platform];
  const choices = flow.candidates.map(({ external_id, name }) => {
    const action = `${SELECTION_PATH}?${new URLSearchParams({ token, external_id })}`;
    const label = h('button', null, h('strong', null, name), ' ', h('small', null, external_id));
    return h('li', null, h('form', { method: 'post', action }, label));
  });
  const title = `Select a ${displayName} account`;
  const intro = h('p', null, 'You manage several accounts. Select the account that ', named(flow), ' can publish to.');
  return page(title, [h('h1', null, title), intro, h('ul', { class: 'choices' }, choices)]);
}

/**
 * Warn a person whom another one may have sent here. Of a connection by a stage key, whose page names no member, the name of
 * the person tells whether the page is for the reader.
 */
function warning({ user_id, end_user }: ConnectFlow) {
  const consequence = 'Nothing is connected then.';
  if (user_id !== STAGE_USER_ID)
    return `If you do not know them, or did not expect this page, close it. ${consequence}`;
  const isForAnother = end_user
    ? h(Fragment, null, 'If you are not ', h('strong', null, end_user.display_name), ', or')
    : 'If you';
  return h(Fragment, null, isForAnother, ` did not expect this page, close it. ${consequence}`);
}

/** Build the text of an error: what exactly is missing, where the platform knows it. */
function pageText({ code, message }: { code: ConnectErrorCode; message: string }): ConnectErrorText {
  const isSpecific = code === 'missing_scopes' || code === 'no_account';
  return isSpecific ? { ...CONNECT_ERRORS[code], message } : CONNECT_ERRORS[code];
}

function errorPage(text: ConnectErrorText, code: ConnectErrorCode | LinkErrorCode, flow: ConnectFlow | null) {
  // Another browser is that of another person, whom the application did not send here.
  const target = flow && code !== 'other_browser' ? returnUrlOf(flow, { status: 'failed', error: code }) : null;
  const body = [
    h('h1', null, text.title),
    h('p', null, text.message),
    h('p', null, text.advice),
    flow && h('p', null, 'Requested by ', named(flow), '.'),
    target && returnLink(target),
    h('p', null, h('small', null, 'Error code: ', h('code', null, code))),
  ];
  return page(text.title, body);
}

/**
 * Name the workspace and the member who requested a connection; of one by a stage key the workspace alone. Connections of
 * earlier versions have no names.
 */
function named({ requester, user_id }: Pick<ConnectFlow, 'requester' | 'user_id'>) {
  if (!requester) return 'The application';
  const { workspace, member, email } = requester;
  return h(Fragment, null, h('strong', null, workspace), user_id === STAGE_USER_ID ? '' : ` (${member}, ${email})`);
}

function returnLink(target: string) {
  const { protocol, host } = new URL(target);
  const name = protocol.startsWith('http') ? host : 'the app';
  return h('p', null, h('a', { href: target }, `Return to ${name}`));
}

function page(title: string, body: ComponentChildren, headers: Record<string, string> = {}): HandlerResult {
  // The URL has a code or a token: no cache keeps the page, and no other site learns where the person was.
  const own = { ...pageHeaders("'self'"), 'cache-control': 'no-store' };
  return { status: 200, headers: { ...own, ...headers }, body: htmlPage(title, body) };
}
