// Replaces `@smithy/core/config` in the bundles. On Lambda the configuration of the SDK is in the environment: there are
// no configuration files and there is no instance metadata, which the replaced code looks for before each first request.

/** How one value of the configuration is read. The SDK has a selector for configuration files too. */
interface ConfigSelectors<Value> {
  environmentVariableSelector: (env: NodeJS.ProcessEnv) => Value | undefined;
  default: Value | undefined | (() => Promise<Value>);
}

type RegionConfig = { region?: string | (() => Promise<string>); useFipsEndpoint?: boolean | (() => Promise<boolean>) };

export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' } as const;
export const CONFIG_PREFIX_SEPARATOR = '.';
export const DEFAULT_USE_DUALSTACK_ENDPOINT = false;
export const DEFAULT_USE_FIPS_ENDPOINT = false;
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flagOptions('AWS_USE_DUALSTACK_ENDPOINT');
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flagOptions('AWS_USE_FIPS_ENDPOINT');
export const REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME = 'region';
export const NODE_REGION_CONFIG_FILE_OPTIONS = {};
export const NODE_REGION_CONFIG_OPTIONS = { environmentVariableSelector: regionOf, default: rejectMissingRegion };

/** Error of a provider that has no value. */
export class ProviderError extends Error {}

/** Return a provider of a value from the environment, or of its default. It reads the environment once. */
export function loadConfig<Value>(selectors: ConfigSelectors<Value>): () => Promise<Value | undefined> {
  let value: Promise<Value | undefined> | undefined;
  return () => {
    value ??= readValue(selectors);
    return value;
  };
}

async function readValue<Value>(selectors: ConfigSelectors<Value>): Promise<Value | undefined> {
  const value = selectors.environmentVariableSelector(process.env);
  if (value !== undefined) return value;
  const fallback = selectors.default;
  return typeof fallback === 'function' ? (fallback as () => Promise<Value>)() : fallback;
}

/** Return the flag `true` or `false` of an attribute. Throws for another text. */
export function booleanSelector(attributes: Record<string, string | undefined>, name: string): boolean | undefined {
  const text = attributes[name];
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${name} is "${text}": it must be true or false.`);
}

/** Return the provider of the mode that decides about retries and timeouts, which these functions do not set. */
export function resolveDefaultsModeConfig(): () => Promise<'legacy'> {
  return async () => 'legacy';
}

/** Complete the configuration of a client with the providers of its region. Throws when it has none. */
export function resolveRegionConfig<Config extends RegionConfig>(config: Config) {
  const { region, useFipsEndpoint } = config;
  if (!region) throw new Error('The client has no region.');
  return Object.assign(config, {
    region: async () => (typeof region === 'function' ? region() : region),
    useFipsEndpoint: async () => (typeof useFipsEndpoint === 'function' ? useFipsEndpoint() : Boolean(useFipsEndpoint)),
  });
}

function flagOptions(name: string): ConfigSelectors<boolean> {
  return { environmentVariableSelector: (env) => booleanSelector(env, name), default: false };
}

function regionOf(env: NodeJS.ProcessEnv): string | undefined {
  return env[REGION_ENV_NAME];
}

async function rejectMissingRegion(): Promise<string> {
  throw new Error('AWS_REGION is not set: the bundles read the configuration from the environment only.');
}
