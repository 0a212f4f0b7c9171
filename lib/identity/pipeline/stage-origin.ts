import { originOf } from '../../core/config/origins.ts';
import { type Audience, parseResource } from '../rules/audience.ts';
import type { RequestContext } from './request-context.ts';

/** The path of the page of external reviewers, and of its forms. */
export const REVIEW_PATH = '/v1/review';

/** The path of calendar feeds. */
const CALENDAR_PATH = '/v1/calendar.ics';

/** The path of the page on which a person starts a connection: browsers send the session cookie only below `/v1/auth`. */
const CONNECT_START_PATH = '/v1/auth/connect';

/** Return the origin of the API, such as `https://api.example.com`, also for a request that CloudFront has passed on. */
export function stageOrigin({ event }: RequestContext): string {
  // The host comes from the gateway: a client can send any Host header.
  return originOf(event.requestContext.domainName);
}

/** Return the origin of the dashboard, such as `https://d111111abcdef8.cloudfront.net`. Throws when the stage has none. */
export function dashboardOrigin({ event }: RequestContext): string {
  // A variable of the API's stage, which no client can set.
  const domain = event.stageVariables?.dashboardDomain;
  if (!domain) throw new Error('The stage of the API has no variable dashboardDomain.');
  return originOf(domain);
}

/** Return the origin of the dashboard, or null for a stage without one. */
export function findDashboardOrigin({ event }: RequestContext): string | null {
  const domain = event.stageVariables?.dashboardDomain;
  return domain ? originOf(domain) : null;
}

/** Return what the URL of a resource names: at the origin of the API, or at that of the dashboard. Null for other texts. */
export function resourceOf(context: RequestContext, url: string): Audience | null {
  return parseResource(url, [stageOrigin(context), dashboardOrigin(context)]);
}

/** Return the URL of the documentation page. */
export function docsUrl(context: RequestContext): string {
  return `${dashboardOrigin(context)}/docs/`;
}

/** Return the verification URI of device logins: the screen of the dashboard where a member enters the user code. */
export function verificationUri(context: RequestContext): string {
  return `${dashboardOrigin(context)}/app/#/device`;
}

/** Return the OAuth redirect URI. It is registered with each app. */
export function connectCallbackUrl(context: RequestContext): string {
  return `${stageOrigin(context)}/v1/connect/callback`;
}

/** Return the URL of the start page of a connection. It has the origin of the dashboard, where the session cookie is. */
export function connectStartUrl(context: RequestContext, token: string): string {
  return `${dashboardOrigin(context)}${CONNECT_START_PATH}?${new URLSearchParams({ token })}`;
}

/** Return the URL of the review page of a token. */
export function reviewUrl(context: RequestContext, token: string): string {
  return `${stageOrigin(context)}${REVIEW_PATH}?${new URLSearchParams({ token })}`;
}

/** Return the URL of the calendar feed of a token. */
export function calendarFeedUrl(context: RequestContext, token: string): string {
  return `${stageOrigin(context)}${CALENDAR_PATH}?${new URLSearchParams({ token })}`;
}
