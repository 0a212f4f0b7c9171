// Replacements of modules of the AWS SDK in the bundles. The replaced code never runs in these functions.

/**
 * Read credentials from the environment, where Lambda always passes them. Replaces
 * `@aws-sdk/credential-provider-node`, whose other sources (SSO, STS, files) are 40 % of the code of the SDK.
 * The provider throws when a variable is missing: the function runs where AWS provides credentials in another way.
 */
export function defaultProvider() {
  return async () => {
    const expiration = process.env.AWS_CREDENTIAL_EXPIRATION;
    return {
      accessKeyId: requireCredential('AWS_ACCESS_KEY_ID'),
      secretAccessKey: requireCredential('AWS_SECRET_ACCESS_KEY'),
      sessionToken: process.env.AWS_SESSION_TOKEN,
      ...(expiration ? { expiration: new Date(expiration) } : {}),
    };
  };
}

function requireCredential(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the bundles read credentials from the environment only.`);
  return value;
}

/** Return the configuration of `@aws-sdk/middleware-endpoint-discovery` as it is: DynamoDB discovers no endpoints. */
export function resolveEndpointDiscoveryConfig<T>(config: T): T {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

/** Replaces the encoder of `@smithy/core/event-streams`. No operation of the services used here streams events. */
export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of the bundles.');
  }
}

/**
 * Replaces `@aws/lambda-invoke-store`, which separates the trace ids of concurrent requests. These functions run one
 * request at a time and have the trace id in their environment.
 */
export const InvokeStore = { getInstanceAsync: async () => undefined };
