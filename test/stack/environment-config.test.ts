import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  booleanSelector,
  loadConfig,
  NODE_REGION_CONFIG_OPTIONS,
  NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS,
  resolveRegionConfig,
} from '../../lib/bundle/environment-config.ts';

beforeEach(() => vi.stubEnv('AWS_REGION', 'eu-central-1'));
afterEach(() => vi.unstubAllEnvs());

describe('the configuration of the SDK in a bundle', () => {
  it('has the region of the environment', async () => {
    const client = resolveRegionConfig({ region: loadConfig(NODE_REGION_CONFIG_OPTIONS) as () => Promise<string> });
    expect(await client.region()).toBe('eu-central-1');
  });

  it('without a region in the environment is an error that names the variable', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    await expect(loadConfig(NODE_REGION_CONFIG_OPTIONS)()).rejects.toThrow('AWS_REGION is not set');
    expect(() => resolveRegionConfig({})).toThrow('no region');
  });

  it.each([
    ['true', true],
    ['false', false],
    [undefined, false],
  ])('uses FIPS endpoints when AWS_USE_FIPS_ENDPOINT is %s: %s', async (text, expected) => {
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', text);
    expect(await loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS)()).toBe(expected);
  });

  it('rejects a flag that is neither true nor false', () => {
    expect(() => booleanSelector({ AWS_USE_FIPS_ENDPOINT: 'yes' }, 'AWS_USE_FIPS_ENDPOINT')).toThrow(
      'AWS_USE_FIPS_ENDPOINT is "yes"',
    );
  });

  it('reads the environment once, at the first request', async () => {
    const region = loadConfig(NODE_REGION_CONFIG_OPTIONS);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    expect(await region()).toBe('us-east-1');
    vi.stubEnv('AWS_REGION', 'us-west-2');
    expect(await region()).toBe('us-east-1');
  });
});
