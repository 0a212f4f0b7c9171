import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { clientSecret, credentialFields } from '../keys/credential-fields.ts';

const keyFields = lazy(() => {
  const examples = { id: 'skey_01K00000000000000000000000', name: 'Production' };
  const { id, client_id, name, status, permissions, ...others } = credentialFields('stage key', examples);
  const workspaces = z.union([z.literal('*'), z.array(z.string())]).check(
    z.meta({
      description: 'The ids of the only workspaces that the stage key may name. `*`: all workspaces of the stage.',
      examples: ['*'],
    }),
  );
  return { id, client_id, name, status, permissions, workspaces, ...others };
});

export const StageKeyResponse = lazy(() => z.object(keyFields()));

export const StageKeySecretResponse = lazyObject(() => ({ ...keyFields(), client_secret: clientSecret() }));
