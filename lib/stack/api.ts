import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { allRoutes, type Operation, type Route } from '../contract/routes.ts';
import type { Building } from './building.ts';
import { grantAdmission, grantTableRead, grantTableWrite } from './grants.ts';

const ENDPOINT_TIMEOUT_SECONDS = 10;

/** The HTTP API: one function per row of the route table, and one for everything that matches none. */
export function addApi(building: Building): HttpApi {
  const unmatched = building.make('Unmatched', 'unmatched', { timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS });
  const api = new HttpApi(building.stack, 'Api', {
    defaultIntegration: new HttpLambdaIntegration('UnmatchedIntegration', unmatched),
  });
  for (const [operation, route] of allRoutes()) addRoute(building, api, operation, route);
  return api;
}

function addRoute(building: Building, api: HttpApi, operation: Operation, route: Route): void {
  const id = constructName(operation);
  const endpoint = building.make(id, operation.replace('.', '/'), {
    timeoutSeconds: route.timeoutSeconds ?? ENDPOINT_TIMEOUT_SECONDS,
  });
  grant(building, endpoint, route);
  const integration = new HttpLambdaIntegration(`${id}Integration`, endpoint);
  const method = HttpMethod[route.method];
  new HttpRoute(building.stack, `${id}Route`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.path, method),
    integration,
  });
  if (!route.alsoAt) return;
  new HttpRoute(building.stack, `${id}AlsoRoute`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.alsoAt, method),
    integration,
  });
}

function grant({ table }: Building, endpoint: LambdaFunction, route: Route): void {
  if (route.needs.includes('table:read')) grantTableRead(endpoint, table);
  if (route.needs.includes('table:write')) grantTableWrite(endpoint, table);
  else if (route.permissions !== 'none') grantAdmission(endpoint, table);
}

/** `webhooks.create` as a construct: `WebhooksCreate`. */
export function constructName(operation: Operation): string {
  return operation
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
