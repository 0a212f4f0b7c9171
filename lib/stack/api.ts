import type { Stack } from 'aws-cdk-lib';
import { CfnApi, HttpApi, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { MCP_ENDPOINT } from '../agents/mcp/endpoint.ts';
import { CALLED_OPERATIONS } from '../agents/tools/called-operations.ts';
import { allEndpoints, endpointOf } from '../bundle/endpoints.ts';
import { shadowedRoutes } from '../core/api/allowed-methods.ts';
import { isForStageKeys, type SignedUrls } from '../core/api/define-operation.ts';
import type { TableAccess } from '../core/api/table-access.ts';
import { sha256 } from '../core/crypto/sha256.ts';
import { apiDefinition, type GatewayRoute } from './api-definition.ts';
import { addApiStage } from './api-stage.ts';
import { grantAccess } from './grants.ts';
import { allow, InlineRole } from './inline-role.ts';
import { grantCardStorage, grantMediaUrls } from './media-bucket.ts';
import { addSite, uploadSiteFiles } from './site.ts';
import type { StackContext } from './stack-context.ts';
import { accessOf, agentAccessOf, RATE_LIMIT_ACCESS } from './table-access.ts';

const ENDPOINT_TIMEOUT_SECONDS = 10;
// The policies of a role hold 10,240 characters, and the ARN of a function at most 114 of them.
const MAX_FUNCTIONS_PER_ROLE = 80;

/** Properties of an endpoint that the stack uses. */
export interface DeployedEndpoint {
  /** `webhooks.rotate-secret`. */
  id: string;
  method: string;
  path: string;
  aliasPath?: string;
  timeoutSeconds?: number;
  /** True when the endpoint requires no access token. */
  isPublic?: boolean;
  /** Whether only stage keys can request the endpoint. */
  isOfStage?: boolean;
  access: TableAccess;
  /** Which presigned URLs of the media bucket the endpoint returns. */
  signsMediaUrls?: readonly SignedUrls[];
  /** Whether it stores the images of link cards. */
  storesLinkCards?: boolean;
  /** The function to deploy in place of the endpoint's own. */
  bundle?: string;
}

/** List the endpoints that the service declares, and the MCP server. */
export function declaredEndpoints(): DeployedEndpoint[] {
  const endpoints = allEndpoints().map(([, operation]) => {
    const isPublic = operation.permissions === 'none';
    return { ...operation, isPublic, isOfStage: isForStageKeys(operation), access: accessOf(operation) };
  });
  return [...endpoints, mcpEndpoint()];
}

/** Build the endpoint of the MCP server, which has the handlers of several endpoints. */
function mcpEndpoint(): DeployedEndpoint {
  const called = Object.keys(CALLED_OPERATIONS).map(endpointOf);
  return {
    ...MCP_ENDPOINT,
    access: agentAccessOf(MCP_ENDPOINT.access, called),
    signsMediaUrls: [...new Set(called.flatMap(({ signsMediaUrls = [] }) => signsMediaUrls))],
    storesLinkCards: called.some(({ storesLinkCards }) => storesLinkCards),
  };
}

/**
 * Create the HTTP API with one function per endpoint, and one for requests that match no route; and the site, which serves
 * the dashboard next to it, unless the stage has none. Without a dashboard, `dashboardDomain` is the domain of the API.
 */
export function addApi(
  context: StackContext,
  endpoints: readonly DeployedEndpoint[] = declaredEndpoints(),
): { api: IHttpApi; apiUrl: string; dashboardDomain: string; distributionId: string | undefined } {
  const { stack, stage } = context;
  const unmatched = context.createFunction('Unmatched', 'unmatched', { timeoutSeconds: ENDPOINT_TIMEOUT_SECONDS });
  grantAccess(context, unmatched, RATE_LIMIT_ACCESS);
  const own = endpoints.flatMap((endpoint) => addEndpoint(context, endpoint));
  // API Gateway prefers a route with the method over a route with the exact path, so these need one of each. They come and
  // go with other routes, and a route with throttle settings of its own cannot be removed, so they have those of the stage.
  const shadowed = shadowedRoutes(own.map(({ method, path }) => ({ method, paths: [path] })));
  const routes = [...own, ...shadowed.map((route) => ({ ...route, handler: unmatched, isPublic: false }))];
  const roleArnOf = addGatewayRoles(stack, [unmatched, ...routes.map((route) => route.handler)]);
  const { ref: httpApiId, attrApiEndpoint: apiEndpoint } = new CfnApi(stack, 'Api', {
    body: apiDefinition(stack, routes, unmatched, roleArnOf),
  });
  const api = HttpApi.fromHttpApiAttributes(stack, 'HttpApi', { httpApiId, apiEndpoint });
  const host = stage.customDomain?.domainName ?? apiHost(stack, httpApiId);
  const site = stage.dashboard ? addSite(context, host) : null;
  const dashboardDomain = site?.domain ?? host;
  const { originSecretHash } = site ?? {};
  const { apiStage, apiUrl } = addApiStage(context, api, routes, { dashboardDomain, originSecretHash });
  if (site) uploadSiteFiles(context, site, apiStage);
  return { api, apiUrl, dashboardDomain, distributionId: site?.distributionId };
}

// Without the scheme of `apiEndpoint`, which an origin of CloudFront does not have.
function apiHost({ region, urlSuffix }: Stack, apiId: string): string {
  return `${apiId}.execute-api.${region}.${urlSuffix}`;
}

/** Create the function of an endpoint, and list the routes that lead to it. */
function addEndpoint(context: StackContext, endpoint: DeployedEndpoint): GatewayRoute[] {
  const { id, method, path, aliasPath, timeoutSeconds, isPublic = false, isOfStage, access, bundle } = endpoint;
  const name = id.replace('.', '/');
  const options = { timeoutSeconds: timeoutSeconds ?? ENDPOINT_TIMEOUT_SECONDS, variant: name, isOfStage };
  // `webhooks.rotate-secret` becomes `WebhooksRotateSecret`.
  const constructId = id.replace(/(?:^|[.-])(.)/g, (_, letter: string) => letter.toUpperCase());
  const handler = context.createFunction(constructId, bundle ?? name, options);
  grantAccess(context, handler, access);
  if (endpoint.signsMediaUrls) grantMediaUrls(context.media, handler, endpoint.signsMediaUrls);
  if (endpoint.storesLinkCards) grantCardStorage(context.media, handler);
  const paths = aliasPath ? [path, aliasPath] : [path];
  return paths.map((each) => ({ method, path: each, handler, isPublic }));
}

/**
 * Create the role that API Gateway assumes to invoke these functions, and further ones when a policy is full.
 * Returns the ARN of the role for each function. An integration with a role needs no permission on the function,
 * which saves a resource per route. CloudFormation updates a role before the API that refers to it, so a role never
 * changes: its id has a hash of its functions. One with others is a new role, to which the import of the routes
 * switches, and the old role is deleted last.
 */
function addGatewayRoles(stack: Stack, functions: LambdaFunction[]): (handler: LambdaFunction) => string {
  const roleArns = new Map<LambdaFunction, string>();
  const all = [...new Set(functions)];
  for (let start = 0; start < all.length; start += MAX_FUNCTIONS_PER_ROLE) {
    const invoked = all.slice(start, start + MAX_FUNCTIONS_PER_ROLE);
    const paths = invoked.map(({ node }) => node.path).join();
    const role = new InlineRole(
      stack,
      `GatewayRole${sha256(paths).slice(0, 8)}`,
      new ServicePrincipal('apigateway.amazonaws.com'),
    );
    const arns = invoked.map(({ functionArn }) => functionArn);
    allow(role, ['lambda:InvokeFunction'], arns);
    for (const each of invoked) roleArns.set(each, role.roleArn);
  }
  return (handler) => roleArns.get(handler)!;
}
