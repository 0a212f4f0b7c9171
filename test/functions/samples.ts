import { expect } from 'vitest';
import { allSamples, sampleMaker, sampleOf } from '../../lib/bundle/all-samples.ts';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import type { Sample, SampleMaker } from '../../lib/core/api/define-samples.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi } from './api-harness.ts';
import { UNREACHABLE_URL } from './resources.ts';
import { newId, type Tenant } from './tenants.ts';

/** The paths of endpoints, those without parameters first: `/content/validate` is no item. */
const ROUTES = allEndpoints()
  .map(([operation, { method, path }]) => {
    const pattern = path.replaceAll(/\{([a-z_]+)\}/g, '(?<$1>[^/]+)');
    return { operation, method, parameters: path.split('{').length, pattern: new RegExp(`^${pattern}$`) };
  })
  .sort((one, other) => one.parameters - other.parameters);

function requestsOf({ token }: Pick<Tenant, 'token'>): SampleMaker['request'] {
  return async (method, path, body) => {
    const route = ROUTES.find((each) => each.method === method && each.pattern.test(`/v1${path}`))!;
    const params = { ...route.pattern.exec(`/v1${path}`)!.groups };
    const answer = await callApi(route.operation, { token, params, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };
}

/** Make what an operation acts on. Returns the parameters of its path, and values by those in examples of declarations. */
export async function madeFor(operation: OperationId, tenant: Tenant): Promise<Record<string, string>> {
  const sample = sampleOf(operation);
  return sample ? make(sample, tenant) : {};
}

async function make(sample: Sample, tenant: Tenant): Promise<Record<string, string>> {
  if (!sample.needsWorkers) return sample.make(sampleMaker(requestsOf(tenant), UNREACHABLE_URL));
  return { id: await storeAt(sample.path, tenant) };
}

/** Store the sample of a path without a request, and without its limit. Returns its id. */
export async function storeAt(path: string, { workspace, owner }: Tenant): Promise<string> {
  const { ids, store } = allSamples().find((sample) => sample.path === path && sample.store)!;
  // Of the same kind as those of the sample events.
  const id = newId('content').replace(/^cnt/, ids![0]!.split('_')[0]!);
  const writes = store!({ workspace_id: workspace.id, created_by: owner.id, nowMs: Date.now() }, [id]);
  await commit(writes.filter((write) => 'put' in write));
  return id;
}
