import { CfnApi, HttpApi, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { allEndpoints } from '../api/endpoints.ts';
import type { TableAccess } from '../api/table-access.ts';
import { apiDefinition, type GatewayRoute } from './api-definition.ts';
import { addApiStage } from './api-stage.ts';
import { addGatewayRoles } from './gateway-roles.ts';
import { grantAccess } from './grants.ts';
import type { StackContext } from './stack-context.ts';
import { accessOf } from './table-access.ts';

const ENDPOINT_TIMEOUT_SECONDS = 10;

/** Properties of an endpoint that the stack uses. */
export interface DeployedEndpoint {
  /** `webhooks.rotate-secret`. */
  id: string;
  method: string;
  path: string;
  aliasPath?: string;
  timeoutSeconds?: number;
  access: TableAccess;
  /** The function to deploy in place of the endpoint's own. */
  bundle?: string;
}

/** List the endpoints that the service declares. */
export function declaredEndpoints(): DeployedEndpoint[] {
  return allEndpoints().map(([, operation]) => ({ ...operation, access: accessOf(operation) }));
}

/** Create the HTTP API with one function per endpoint, and one for requests that match no route. */
export function addApi(
  context: StackContext,
  endpoints: readonly DeployedEndpoint[] = declaredEndpoints(),
): { api: IHttpApi; address: string } {
  const { stack, stage } = context;
  const unmatched = context.createFunction('Unmatched', 'unmatched', {
    timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS,
  });
  const routes = endpoints.flatMap((endpoint) => addEndpoint(context, endpoint));
  const roleArnOf = addGatewayRoles(stack, [unmatched, ...routes.map((route) => route.handler)]);
  const definition = new CfnApi(stack, 'Api', {
    body: apiDefinition({
      title: stack.stackName,
      isExecuteApiDisabled: stage.customDomain !== null,
      routes,
      defaultHandler: unmatched,
      roleArnOf,
    }),
    disableExecuteApiEndpoint: stage.customDomain !== null,
  });
  const api = HttpApi.fromHttpApiAttributes(stack, 'HttpApi', {
    httpApiId: definition.ref,
    apiEndpoint: definition.attrApiEndpoint,
  });
  return { api, address: addApiStage(context, api) };
}

/** Create the function of an endpoint, and list the routes that lead to it. */
function addEndpoint(context: StackContext, endpoint: DeployedEndpoint): GatewayRoute[] {
  const { id, method, path, aliasPath, timeoutSeconds, access, bundle } = endpoint;
  const name = id.replace('.', '/');
  const handler: LambdaFunction = context.createFunction(constructName(id), bundle ?? name, {
    timeoutSeconds: timeoutSeconds ?? ENDPOINT_TIMEOUT_SECONDS,
    variant: name,
  });
  grantAccess(context, handler, access);
  const paths = aliasPath ? [path, aliasPath] : [path];
  return paths.map((each) => ({ method, path: each, handler }));
}

/** `webhooks.rotate-secret` as the id of a construct: `WebhooksRotateSecret`. */
function constructName(id: string): string {
  return id
    .split(/[.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
