import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { Limits } from '../core/config/limits.ts';
import { isStageKind, parseStageKind, type StageKind } from './stage-kind.ts';
import type { Stage } from './stage-settings.ts';
import { namedStage } from './stages.ts';

const FOLDER = join(import.meta.dirname, '../../settings');

/**
 * Read the stage to deploy: the one that `-c stage=` names, with the settings of its file and those of `-c settings=`
 * on top of them. Throws with the name of an unknown or invalid setting.
 */
export function readStage(app: App, folder = FOLDER): Stage {
  const name = String(app.node.tryGetContext('stage') ?? 'development');
  const localPort = Number(process.env.LOCAL_PORT ?? 3000);
  const kind = findStageKind(name, folder);
  const settings = readStageFile(name, folder);
  if (!isStageKind(name)) delete settings.kind;
  return namedStage(name, kind, localPort, settings, app.node.tryGetContext('settings') ?? {});
}

/**
 * Find the kind of a stage: of one that has the name of its kind, or of one whose file says it. Throws with the names of
 * the stages when there is no such one.
 */
export function findStageKind(name: string, folder = FOLDER): StageKind {
  return parseStageKind(name, () => readStageFile(name, folder).kind);
}

/** Return the limit of requests per minute that the file of a stage sets for its workspaces. Null for that of their plans. */
export function defaultRequestsPerMinute(name: string, folder = FOLDER): number | null {
  const { defaultLimits } = readStageFile(name, folder) as { defaultLimits?: Partial<Limits> };
  return defaultLimits?.requests_per_minute ?? null;
}

/**
 * Read the settings of every deployment of a stage: `settings/<stage>.json`, with the values that differ from the
 * defaults, and with the kind of a stage that does not have its name. Returns an empty object without the file, as for the
 * local stage. Throws on invalid JSON.
 */
function readStageFile(name: string, folder: string): Record<string, unknown> {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`settings/${name}.json: ${(error as Error).message}`);
  }
}
