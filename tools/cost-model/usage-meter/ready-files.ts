import { newMediaAsset } from '../../../lib/media/rules/media-asset.ts';
import { readyFile } from '../../../lib/media/samples.ts';
import { mediaAssetWrites } from '../../../lib/media/store/media-assets.ts';
import type { Usage } from '../usage.ts';
import type { MeteredStack } from './metered-stack.ts';
import { newTenant } from './tenant.ts';

/** The files of a tenant. */
const FILES = ['med_01K00000000000000000000010', 'med_01K00000000000000000000011'] as const;

/** The numbers of tenants that are not measured follow those of all others. */
const UNMEASURED = 1_000;

/** What follows from files that become ready: the first of a workspace in an hour, and another one. */
export interface ReadyFiles {
  workspaceId: string;
  first: Usage;
  second: Usage;
}

/** Measure what follows from two files that become ready, one after the other. */
export async function measureReadyFiles(stack: MeteredStack, number: number): Promise<ReadyFiles> {
  await fillStreamCaches(stack, number);
  const { workspaceId, makeReady } = await newFiles(stack, number);
  const measureFile = async (id: string) => {
    await makeReady(id);
    return stack.measure(() => stack.consumeStream());
  };
  return { workspaceId, first: await measureFile(FILES[0]), second: await measureFile(FILES[1]) };
}

/**
 * Let the stream worker read what it reads once a minute for all workspaces, so that no measurement has it by chance. `number`: of
 * the tenant that is measured next.
 */
export async function fillStreamCaches(stack: MeteredStack, number: number): Promise<void> {
  const { makeReady } = await newFiles(stack, UNMEASURED + number);
  await makeReady(FILES[0]);
  await stack.consumeStream();
}

/** Create a tenant, of whose files `makeReady` stores one: its change is the next in the stream. */
async function newFiles(stack: MeteredStack, number: number) {
  const nowMs = Date.now();
  const { tenant, writes } = newTenant(number, nowMs, {}, stack.encryptSecrets);
  const { workspaceId, ownerId: created_by } = tenant;
  await stack.seed(writes);
  const makeReady = async (id: string) => {
    const owner = { id, workspace_id: workspaceId, created_by };
    const file = readyFile(owner, nowMs);
    const uploading = newMediaAsset({ upload_bytes: file.storage_bytes! }, owner, nowMs);
    await stack.seed(mediaAssetWrites(null, uploading));
    await stack.skipStream();
    await stack.seed(mediaAssetWrites(uploading, file));
  };
  return { workspaceId, makeReady };
}
