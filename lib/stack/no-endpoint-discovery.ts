// Replaces `@aws-sdk/middleware-endpoint-discovery` in the bundles. DynamoDB has one endpoint for each region and
// the SDK discovers none unless it is told to; the middleware brings a cache and its collections along.

/** Return the client configuration as it is. */
export function resolveEndpointDiscoveryConfig<T>(config: T): T {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
