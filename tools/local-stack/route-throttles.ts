import type { Template } from './template.ts';

/** The settings of a route in an API Gateway stage. */
type RouteSettings = { ThrottlingRateLimit?: number; ThrottlingBurstLimit?: number };

/** Takes one request from the throttle of a route. False when it has to be rejected. */
export type TakeRequest = (routeKey: string) => boolean;

/**
 * Create a token bucket of `burst` requests that is refilled by `requestsPerSecond`. It starts full. The returned
 * function takes one request, and returns false when there is none.
 */
export function createTokenBucket(
  { requestsPerSecond, burst }: { requestsPerSecond: number; burst: number },
  nowMs: () => number,
): () => boolean {
  let [tokens, filledAtMs] = [burst, nowMs()];
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - filledAtMs) / 1000) * requestsPerSecond);
    filledAtMs = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/**
 * Create the throttles of the API's stage. As on AWS each route has a bucket of its own, which all callers share: with
 * the settings of the route, or else the default ones of the stage. Throws on settings for a route that does not exist,
 * as a deployment fails.
 */
export function createRouteThrottles(template: Template, nowMs = () => performance.now()): TakeRequest {
  const routeKeys = template.ofType('AWS::ApiGatewayV2::Route').map(({ properties }) => String(properties.RouteKey));
  const buckets = new Map<string, () => boolean>();
  for (const { id, properties } of template.ofType('AWS::ApiGatewayV2::Stage')) {
    const byRoute = (properties.RouteSettings ?? {}) as Record<string, RouteSettings>;
    const unknown = Object.keys(byRoute).find((routeKey) => !routeKeys.includes(routeKey));
    if (unknown) throw new Error(`${id}.RouteSettings: there is no route ${unknown}`);
    for (const routeKey of routeKeys) {
      const settings = byRoute[routeKey] ?? (properties.DefaultRouteSettings as RouteSettings | undefined);
      const { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst } = settings ?? {};
      if (requestsPerSecond === undefined || burst === undefined) continue;
      buckets.set(routeKey, createTokenBucket({ requestsPerSecond, burst }, nowMs));
    }
  }
  return (routeKey) => buckets.get(routeKey)?.() ?? true;
}
