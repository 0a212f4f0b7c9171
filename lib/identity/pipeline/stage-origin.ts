import { originOf } from '../../core/config/origins.ts';
import { type Audience, parseResource } from '../rules/audience.ts';
import type { RequestContext } from './request-context.ts';

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
