import { type ComponentChild, type ComponentChildren, Fragment, h } from 'preact';
import { fill, insert } from '../../core/values/fill-text.ts';
import { brandedPage } from '../../identity/pages/branded-page.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import { STAGE_USER_ID } from '../../identity/rules/stage.ts';
import type { PageLook } from '../../identity/steps/page-look.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { ConnectErrorCode, ConnectErrorText, LinkErrorCode } from '../rules/connect/connect-errors.ts';
import { type ConnectFlow, connectError } from '../rules/connect/connect-flow.ts';
import { returnUrlOf } from '../rules/connect/return-url.ts';
import { CONNECT_TEXTS } from './languages/languages.ts';

/** The path of the selection page. */
export const SELECTION_PATH = '/v1/connect/select';

/** Return the page that ends a flow: the account is connected, or the reason why not. */
export function connectEndPage(look: PageLook, flow: ConnectFlow, nowMs: number): HandlerResult {
  const error = connectError(flow, nowMs);
  if (error) return errorPage(look, pageText(look, error), error.code, flow);
  const texts = textsOf(look);
  const platform = platformOf(flow);
  const target = returnUrlOf(flow, { status: 'connected' });
  if (target && flow.is_headless) return forwardPage(look, target);
  const next = target ? returnLink(look, target) : h('p', null, texts.close);
  const title = fill(texts.connected, { account: flow.account_name ?? texts.account });
  const text = look.branding.texts?.connected_text ?? insert(texts.publishes, { who: named(look, flow), platform });
  const body = [h('h1', null, title), h('p', null, text), next];
  // A form may not lead to another site here, which includes a redirect after it, so the page itself moves on.
  return page(look, title, body, target ? { refresh: `0;url=${target}` } : {});
}

/** Return the page that moves on to the application, which lets the person select one of several accounts. */
export function selectionForwardPage(look: PageLook, flow: ConnectFlow, token: string): HandlerResult {
  return forwardPage(look, returnUrlOf(flow, { status: 'selecting', selection_token: token })!);
}

/** Return the page of a headless flow, which moves on: a redirect would be one after the form of the platform. */
function forwardPage(look: PageLook, target: string): HandlerResult {
  const texts = textsOf(look);
  return page(look, fill(texts.back, { place: placeOf(look, target) }), returnLink(look, target), {
    refresh: `0;url=${target}`,
  });
}

/** Return the page of a link that leads to no open flow. `flow`: the one that it has led to, if any. */
export function linkErrorPage(
  look: PageLook,
  code: LinkErrorCode | 'expired',
  flow: ConnectFlow | null,
): HandlerResult {
  return errorPage(look, textsOf(look).errors[code], code, flow);
}

/** Return the page of a callback that may not wait for its platform yet. Its URL completes the connection later. */
export function busyPage(look: PageLook): HandlerResult {
  const shown = linkErrorPage(look, 'too_many_in_flight', null);
  return { ...shown, status: 429, headers: { ...shown.headers, 'retry-after': '5' } };
}

/** Return the page on which the person sees who asks for the account, before anything starts. */
export function startPage(look: PageLook, flow: ConnectFlow): HandlerResult {
  const texts = textsOf(look);
  const platform = platformOf(flow);
  const intro = look.branding.texts?.connect_intro;
  const title = fill(texts.start, { platform });
  return page(look, title, [
    h('h1', null, title),
    intro === undefined ? null : h('p', null, intro),
    h('p', null, insert(texts.asks, { who: named(look, flow), platform })),
    h('p', null, warning(look, flow)),
    h('form', { method: 'post' }, h('button', null, fill(texts.continue, { platform }))),
  ]);
}

/** Return the page that moves on to the consent page of the platform. `cookie`: the `Set-Cookie` header. */
export function consentRedirectPage(look: PageLook, flow: ConnectFlow, url: string, cookie: string): HandlerResult {
  const texts = textsOf(look);
  const title = fill(texts.continue, { platform: platformOf(flow) });
  const text = h('p', null, insert(texts.consent, { who: named(look, flow) }));
  const link = h('p', null, h('a', { href: url }, title));
  // A form may not lead to another site here, which includes a redirect after it, so the page itself moves on.
  const headers = { refresh: `0;url=${url}`, 'set-cookie': cookie };
  return page(look, title, [h('h1', null, title), text, link], headers);
}

/** Return the page on which the person chooses one of several accounts. */
export function selectionPage(look: PageLook, flow: ConnectFlow, token: string): HandlerResult {
  const texts = textsOf(look);
  const choices = flow.candidates.map(({ external_id, name }) => {
    const action = `${SELECTION_PATH}?${new URLSearchParams({ token, external_id })}`;
    const label = h('button', null, h('strong', null, name), ' ', h('small', null, external_id));
    return h('li', null, h('form', { method: 'post', action }, label));
  });
  const title = fill(texts.select, { platform: platformOf(flow) });
  const intro = h('p', null, insert(texts.choice, { who: named(look, flow) }));
  return page(look, title, [h('h1', null, title), intro, h('ul', { class: 'choices' }, choices)]);
}

function textsOf({ language }: PageLook) {
  return CONNECT_TEXTS[language];
}

function platformOf({ platform }: ConnectFlow): string {
  return PLATFORM_TABLE[platform].displayName;
}

/**
 * Warn a person whom another one may have sent here. Of a connection by a stage key, whose page names no member, the name of the
 * person tells whether the page is for the reader.
 */
function warning(look: PageLook, { user_id, end_user }: ConnectFlow): ComponentChild {
  const { warnings } = textsOf(look);
  if (user_id !== STAGE_USER_ID) return warnings.member;
  return end_user ? insert(warnings.person, { person: h('strong', null, end_user.display_name) }) : warnings.product;
}

/** Build the text of an error: what exactly is missing, where the platform knows it. The platform writes English. */
function pageText(look: PageLook, { code, message }: { code: ConnectErrorCode; message: string }): ConnectErrorText {
  const text = textsOf(look).errors[code];
  const isSpecific = code === 'missing_scopes' || code === 'no_account';
  return isSpecific && look.language === 'en' ? { ...text, message } : text;
}

function errorPage(
  look: PageLook,
  text: ConnectErrorText,
  code: ConnectErrorCode | LinkErrorCode,
  flow: ConnectFlow | null,
) {
  const texts = textsOf(look);
  // Another browser is that of another person, whom the application did not send here.
  const target = flow && code !== 'other_browser' ? returnUrlOf(flow, { status: 'failed', error: code }) : null;
  if (target && flow?.is_headless) return forwardPage(look, target);
  return page(look, text.title, [
    h('h1', null, text.title),
    h('p', null, text.message),
    h('p', null, text.advice),
    flow && h('p', null, insert(texts.requester, { who: named(look, flow) })),
    target && returnLink(look, target),
    h('p', null, h('small', null, insert(texts.code, { code: h('code', null, code) }))),
  ]);
}

/**
 * Name the workspace and the member who requested a connection; of one by a stage key the workspace alone. Connections of
 * earlier versions have no names.
 */
function named(look: PageLook, { requester, user_id }: Pick<ConnectFlow, 'requester' | 'user_id'>): ComponentChild {
  if (!requester) return textsOf(look).application;
  const { workspace, member, email } = requester;
  return h(Fragment, null, h('strong', null, workspace), user_id === STAGE_USER_ID ? '' : ` (${member}, ${email})`);
}

function returnLink(look: PageLook, target: string) {
  const name = fill(textsOf(look).back, { place: placeOf(look, target) });
  return h('p', null, h('a', { href: target }, name));
}

function placeOf(look: PageLook, target: string): string {
  const { protocol, host } = new URL(target);
  return protocol === 'https:' || protocol === 'http:' ? host : textsOf(look).app;
}

function page(look: PageLook, title: string, body: ComponentChildren, headers: Record<string, string> = {}) {
  return brandedPage(look, { title, body, headers });
}
