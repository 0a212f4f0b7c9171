import { beforeEach } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import { callApi, type Json, succeed } from '../api-harness.ts';
import { currentPlatforms, loadDueEntry } from '../simulated.ts';
import { newTenant, newToken, type Tenant } from '../tenants.ts';
import { lambdaContext } from '../worker-harness.ts';

/** A workspace with several accounts of a platform. */
export let tenant: Tenant;

/** Call once at the top of a test file, after the simulated platforms: every test has a new workspace. */
export function setupTenant(): void {
  beforeEach(renewTenant);
}

/** Use a new workspace from now on. */
export async function renewTenant(): Promise<void> {
  tenant = await newTenant();
}

/** Connect an account of X, which the simulator knows by its token. */
export async function connectX(external_id: string, owner = tenant, more: Json = {}): Promise<Json & { id: string }> {
  const access_token = `token-${external_id}`;
  await currentPlatforms().register({ platform: 'twitter', account: external_id, access_token });
  const body = { platform: 'twitter', external_id, access_token, ...more };
  return succeed<Json & { id: string }>('accounts.create', { token: await newToken(owner), body });
}

/** Send a request of the workspace. */
export async function request(operation: Parameters<typeof callApi>[0], asked: Parameters<typeof callApi>[1] = {}) {
  return callApi(operation, { token: await newToken(tenant), ...asked });
}

/** Make an account the default of its platform. */
export const makeDefault = (id: string) => request('accounts.update', { params: { id }, body: { is_default: true } });

/** Delete an account. */
export const remove = (id: string) => request('accounts.delete', { params: { id } });

export const targetsOf = (content: Json) => content.targets as (Json & { schedule_id: string })[];

/** Publish a target that is due. Returns its entry. */
export async function publish(target: { schedule_id: string }) {
  const dueMessage = { workspace_id: tenant.workspace.id, schedule_id: target.schedule_id };
  await onPublishDue(dueMessage, lambdaContext());
  return loadDueEntry(dueMessage);
}
