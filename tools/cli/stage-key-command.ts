import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { STAGE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { labelSchema } from '../../lib/core/api/request-fields.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { newStageWorkspace, STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { MAX_STAGE_KEYS, newStageKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';
import { loadWorkspace, workspaceWrite } from '../../lib/identity/store/workspaces.ts';
import { parseArguments, parseOptions } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { operatorActor } from './operator-actor.ts';
import { useTarget } from './target.ts';

export const STAGE_KEY_USAGE =
  'Usage: npm run workspace -- stage-key --name <name> [--permissions <name>,…] [--json] [--stage <stage>]';

const permissionNames = z.pipe(
  z.string(),
  z.transform((text) => text.split(',')),
);
const Options = z.strictObject({
  name: labelSchema(100),
  permissions: z.optional(
    z.pipe(permissionNames, z.array(z.enum(STAGE_PERMISSIONS, `must be some of ${STAGE_PERMISSIONS.join(', ')}`))),
  ),
  stage: z.optional(z.string()),
});

/** Create a stage key for all workspaces of a stage, also the first one. Returns the credentials, as text or JSON. */
export async function createStageKey(args: string[], { folder }: CliContext): Promise<string> {
  const isJson = args.includes('--json');
  const rest = args.filter((each) => each !== '--json');
  const given = parseArguments(rest, ['name', 'permissions', 'stage'], STAGE_KEY_USAGE);
  const { stage, ...input } = parseOptions(Options, given, STAGE_KEY_USAGE);
  const { baseUrl } = await useTarget({ stage, folder });
  const nowMs = Date.now();
  const secret = newBearerSecret();
  const generated = { clientId: makeId('stageKey', nowMs, randomBytes(10)), secretHash: secretHash(secret) };
  const key = newStageKey(input, null, generated, nowMs);
  const isFirst = (await loadWorkspace(STAGE_WORKSPACE_ID)) === null;
  const first = isFirst ? [workspaceWrite(newStageWorkspace(newBearerSecret(), nowMs))] : [];
  const writes = [...first, ...newApiKeyWrites(key, MAX_STAGE_KEYS)];
  await commit(withActor(writes, operatorActor('workspace.stage-key', nowMs)));
  const credentials = { base_url: baseUrl, client_id: key.client_id, client_secret: secret };
  if (isJson) return JSON.stringify(credentials);
  return [
    `base url       ${baseUrl}`,
    `client id      ${key.client_id}`,
    `client secret  ${secret}`,
    'The secret is shown only once: the service stores its hash. A stage key acts in every workspace of the stage.',
  ].join('\n');
}
