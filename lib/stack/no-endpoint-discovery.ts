// Replaces `@aws-sdk/middleware-endpoint-discovery` in the bundles. DynamoDB has one endpoint per region and
// the SDK discovers none by default; the middleware includes a cache and its collections.

/** Return the client configuration as it is. */
export function resolveEndpointDiscoveryConfig<T>(config: T): T {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
