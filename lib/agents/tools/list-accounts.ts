import * as z from 'zod/mini';
import { cleanText, cleanTextOrNull, NAME_LENGTH } from '../../core/values/clean-text.ts';
import { defineTool, READS } from './tool.ts';
import { untrustedText } from './untrusted-text.ts';

const MAX_ACCOUNTS = 100;

/** List the connected accounts. */
export const listAccounts = defineTool({
  name: 'list_accounts',
  title: 'List accounts',
  description:
    'List the first 100 connected accounts of the workspace, with their status, and whether they are invented (sandbox).',
  annotations: READS,
  place: 13,
  example: {},
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      accounts: z.array(
        z.object({
          id: z.string(),
          platform: z.string(),
          is_default: z.boolean(),
          sandbox: z.boolean(),
          status: z.string(),
          reconnect_reason: z.nullable(z.string()),
          untrusted_name: untrustedText('The name of the account.', NAME_LENGTH),
          untrusted_handle: z.nullable(untrustedText('The public name of the account.', NAME_LENGTH)),
        }),
      ),
    }),
  run: async (_, call) => {
    const { accounts } = await call('accounts.list', { query: { limit: MAX_ACCOUNTS } });
    return {
      accounts: accounts.map(({ id, platform, is_default, sandbox, status, reconnect_reason, name, handle }) => ({
        ...{ id, platform, is_default, sandbox, status, reconnect_reason },
        untrusted_name: cleanText(name, NAME_LENGTH),
        untrusted_handle: cleanTextOrNull(handle, NAME_LENGTH),
      })),
    };
  },
});
