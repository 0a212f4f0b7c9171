import { defineSamples } from '../core/api/define-samples.ts';
import { PAGING, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';

export const samples = defineSamples({
  path: '/v1/accounts/{id}',
  make: async ({ create, unique }) => {
    const account = { platform: 'twitter', external_id: `22449949${unique()}`, access_token: 'token-of-a-sample' };
    return { id: await create('/accounts', account) };
  },
});

// Ids of accounts exist or not, and an account has one platform and is a sandbox account or none.
export const ACCOUNTS = [
  /^\/accounts(\/[0-9]+)?: (No account in your workspace|Must)/,
  /^(sandbox|account_id): Cannot be combined with/,
];
// A relation between the fields of an account of one platform.
const ACCOUNT = [
  /^\/external_id: Must (be|start with) /,
  /^\/external_id: Required/,
  /^\/(inbound\/verify_token|access_token|app_password|refresh_token|client_id|client_secret|expires_in|inbound): (Not supported|Required)/,
  // The servers of Bluesky, which decide about handles and app passwords.
  /^\/external_id: (No Bluesky account|The account)/,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /accounts': PAGING,
  'POST /accounts': [...VISIBLE_TEXT, ...ACCOUNT],
  // The platform of the account decides.
  'PUT /accounts/{id}': [...VISIBLE_TEXT, /^\/metrics_budget: Reading the metrics of this account is free/],
  // The setting of the stage, and who the caller is.
  'POST /connect/{id_or_platform}': [...VISIBLE_TEXT, /^\/(return_url|end_user): (Must|Only)/],
  'POST /connect/{id}/select': [/^\/external_id: Must be one of the accounts of this connection/],
};
