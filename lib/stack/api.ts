import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { allRoutes, type Operation, type Route } from '../api/routes.ts';
import { addApiStage } from './api-stage.ts';
import { grantAccess } from './grants.ts';
import type { StackContext } from './stack-context.ts';
import { accessOf } from './table-access.ts';

const ENDPOINT_TIMEOUT_SECONDS = 10;

/** The HTTP API and its address: one function per row of the route table, and one for what matches none. */
export function addApi(context: StackContext): { api: HttpApi; address: string } {
  const unmatched = context.createFunction('Unmatched', 'unmatched', {
    timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS,
  });
  const api = new HttpApi(context.stack, 'Api', {
    defaultIntegration: new HttpLambdaIntegration('UnmatchedIntegration', unmatched),
    createDefaultStage: false,
    disableExecuteApiEndpoint: context.stage.customDomain !== null,
  });
  for (const [operation, route] of allRoutes()) addRoute(context, api, operation, route);
  return { api, address: addApiStage(context, api) };
}

function addRoute(context: StackContext, api: HttpApi, operation: Operation, route: Route): void {
  const id = constructName(operation);
  const endpoint = context.createFunction(id, operation.replace('.', '/'), {
    timeoutSeconds: route.timeoutSeconds ?? ENDPOINT_TIMEOUT_SECONDS,
  });
  grantAccess(context, endpoint, accessOf(operation));
  const integration = new HttpLambdaIntegration(`${id}Integration`, endpoint);
  const method = HttpMethod[route.method];
  new HttpRoute(api, `${id}Route`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.path, method),
    integration,
  });
  if (!route.aliasPath) return;
  new HttpRoute(api, `${id}AlsoRoute`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(route.aliasPath, method),
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
