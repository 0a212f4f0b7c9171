import type { Resource } from './template.ts';

const KNOWN_INTEGRATION = ['type', 'httpMethod', 'payloadFormatVersion', 'uri', 'credentials'];

interface Operation {
  isDefaultRoute?: boolean;
  'x-amazon-apigateway-integration'?: Record<string, string>;
}

interface EndpointConfiguration {
  disableExecuteApiEndpoint?: boolean;
}

/**
 * Read the OpenAPI document in the body of an HTTP API, with its intrinsics resolved.
 *
 * Returns a route and an integration per operation, as API Gateway creates them on import. Throws on an operation
 * without an integration and on a property of one that has no meaning here.
 */
export function readApiDefinition(api: Pick<Resource, 'id' | 'properties'>): Resource[] {
  const { paths } = api.properties.Body as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const routeKey = operation.isDefaultRoute ? '$default' : `${methodOf(method)} ${path}`;
      const integration = operation['x-amazon-apigateway-integration'];
      if (!integration) throw new Error(`${api.id}.Body: ${routeKey} has no integration`);
      const unknown = Object.keys(integration).find((name) => !KNOWN_INTEGRATION.includes(name));
      if (unknown) throw new Error(`${api.id}.Body: ${unknown} of ${routeKey} is not known here`);
      return [
        toResource(api.id, 'Integration', routeKey, {
          IntegrationType: integration.type?.toUpperCase(),
          PayloadFormatVersion: integration.payloadFormatVersion,
          IntegrationUri: integration.uri,
        }),
        toResource(api.id, 'Route', routeKey, {
          RouteKey: routeKey,
          Target: `integrations/${api.id} ${routeKey}`,
        }),
      ];
    }),
  );
}

/** Return whether the OpenAPI document of an API closes its execute-api endpoint. */
export function isEndpointDisabled({ properties }: Pick<Resource, 'properties'>): boolean {
  const { servers = [] } = (properties.Body ?? {}) as { servers?: Record<string, EndpointConfiguration>[] };
  return servers.some((server) => server['x-amazon-apigateway-endpoint-configuration']?.disableExecuteApiEndpoint);
}

function methodOf(method: string): string {
  return method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
}

function toResource(apiId: string, kind: string, routeKey: string, properties: object): Resource {
  const id = `${apiId} ${routeKey}`;
  const type = `AWS::ApiGatewayV2::${kind}`;
  return { id, type, name: id, arn: '', properties: { ...properties }, metadata: {} };
}
