import { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

export interface GatewayRoute {
  method: string;
  path: string;
  handler: LambdaFunction;
}

export interface ApiDefinitionOptions {
  title: string;
  isExecuteApiDisabled: boolean;
  routes: readonly GatewayRoute[];
  /** Answers requests that match no route. */
  defaultHandler: LambdaFunction;
  /** The ARN of the role with which API Gateway invokes a function. */
  roleArnOf: (handler: LambdaFunction) => string;
}

/**
 * Build the OpenAPI document that API Gateway imports as the routes and integrations of the HTTP API.
 *
 * It is not the document that callers read: it names functions and roles. A route and an integration of their own
 * would be two resources more per endpoint (decision 10).
 */
export function apiDefinition(options: ApiDefinitionOptions): Record<string, unknown> {
  const { title, isExecuteApiDisabled, routes, defaultHandler } = options;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, handler } of routes) {
    const verb = method.toLowerCase();
    if (paths[path]?.[verb]) throw new Error(`${method} ${path} is declared twice.`);
    const operation = {
      ...pathParameters(path),
      responses: {},
      'x-amazon-apigateway-integration': integration(handler, options),
    };
    paths[path] = { ...paths[path], [verb]: operation };
  }
  paths['/$default'] = {
    'x-amazon-apigateway-any-method': {
      isDefaultRoute: true,
      responses: {},
      'x-amazon-apigateway-integration': integration(defaultHandler, options),
    },
  };
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    // An import resets the switch of the API's own address unless the document has it, too.
    servers: [
      {
        url: '/',
        'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: isExecuteApiDisabled },
      },
    ],
    paths,
  };
}

function pathParameters(path: string): { parameters?: object[] } {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  };
}

function integration(handler: LambdaFunction, { roleArnOf }: ApiDefinitionOptions) {
  const { partition, region } = Stack.of(handler);
  return {
    type: 'aws_proxy',
    httpMethod: 'POST',
    payloadFormatVersion: '2.0',
    uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${handler.functionArn}/invocations`,
    credentials: roleArnOf(handler),
  };
}
