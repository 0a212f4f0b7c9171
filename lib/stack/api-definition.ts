import type { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

export type GatewayRoute = { method: string; path: string; handler: LambdaFunction; isPublic: boolean };

/**
 * Build the OpenAPI document that API Gateway imports as the routes and integrations of the HTTP API.
 * It is not the document that callers read: it names functions and roles. A route and an integration of their own
 * would be two resources more per endpoint (decision 10). `defaultHandler` answers requests that match no route;
 * `roleArnOf` returns the ARN of the role that API Gateway assumes to invoke a function.
 */
export function apiDefinition(
  { stackName: title, partition, region }: Stack,
  routes: readonly GatewayRoute[],
  defaultHandler: LambdaFunction,
  roleArnOf: (handler: LambdaFunction) => string,
): Record<string, unknown> {
  const toOperation = (handler: LambdaFunction) => ({
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      payloadFormatVersion: '2.0',
      uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${handler.functionArn}/invocations`,
      credentials: roleArnOf(handler),
    },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, handler } of routes) {
    const verb = method.toLowerCase();
    if (paths[path]?.[verb]) throw new Error(`${method} ${path} is declared twice.`);
    paths[path] = { ...paths[path], [verb]: { ...pathParameters(path), ...toOperation(handler) } };
  }
  paths['/$default'] = { 'x-amazon-apigateway-any-method': { isDefaultRoute: true, ...toOperation(defaultHandler) } };
  // The platforms send webhooks to this URL, so it stays open next to a custom domain. The switch is part of the
  // document, because CloudFormation accepts its own property only for an API without one (SAM, http_api_generator.py).
  const endpoint = { disableExecuteApiEndpoint: false };
  const server = { url: '/', 'x-amazon-apigateway-endpoint-configuration': endpoint };
  return { openapi: '3.0.1', info: { title, version: '1' }, servers: [server], paths };
}

function pathParameters(path: string): { parameters?: object[] } {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const toParameter = (name?: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  return names.length === 0 ? {} : { parameters: names.map(toParameter) };
}
