import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultProvider } from '../../lib/bundle/sdk-replacements.ts';

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', undefined);
});

afterEach(() => vi.unstubAllEnvs());

describe('the credentials of a function', () => {
  it('are those of its environment', async () => {
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
      sessionToken: 'session',
    });
  });

  it('are read again for every request of the SDK', async () => {
    const provider = defaultProvider();
    await provider();
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDROTATED');
    expect(await provider()).toMatchObject({ accessKeyId: 'AKIDROTATED' });
  });

  it('have the time at which they expire, where the environment has it', async () => {
    vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', '2026-08-03T10:00:30Z');
    expect(await defaultProvider()()).toMatchObject({ expiration: new Date('2026-08-03T10:00:30Z') });
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'are an error that names %s when it is missing',
    async (name) => {
      for (const value of [undefined, '']) {
        vi.stubEnv(name, value);
        await expect(defaultProvider()()).rejects.toThrow(`${name} is not set`);
      }
    },
  );
});
