import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { allRoutes, type Operation, type Route } from '../contract/routes.ts';
import { accessOf } from './access.ts';
import { openApi } from './api-stage.ts';
import type { Building } from './building.ts';
import { grantAccess } from './grants.ts';

const ENDPOINT_TIMEOUT_SECONDS = 10;

/** The HTTP API and its address: one function per row of the route table, and one for what matches none. */
export function addApi(building: Building): { api: HttpApi; address: string } {
  const unmatched = building.make('Unmatched', 'unmatched', { timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS });
  const api = new HttpApi(building.stack, 'Api', {
    defaultIntegration: new HttpLambdaIntegration('UnmatchedIntegration', unmatched),
    createDefaultStage: false,
    disableExecuteApiEndpoint: building.stage.customDomain !== null,
  });
  for (const [operation, route] of allRoutes()) addRoute(building, api, operation, route);
  return { api, address: openApi(building, api) };
}

function addRoute(building: Building, api: HttpApi, operation: Operation, route: Route): void {
  const id = constructName(operation);
  const endpoint = building.make(id, operation.replace('.', '/'), {
    timeoutSeconds: route.timeoutSeconds ?? ENDPOINT_TIMEOUT_SECONDS,
  });
  grantAccess(building, endpoint, accessOf(operation));
  const integration = new HttpLambdaIntegration(`${id}Integration`, endpoint);
  const method = HttpMethod[route.method];
  new HttpRoute(api, `${id}Route`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.path, method),
    integration,
  });
  if (!route.alsoAt) return;
  new HttpRoute(api, `${id}AlsoRoute`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.alsoAt, method),
    integration,
  });
}

/** `webhooks.rotate-secret` as a construct: `WebhooksRotateSecret`. */
function constructName(operation: Operation): string {
  return operation
    .split(/[.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
