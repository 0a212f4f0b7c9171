import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { Stage } from './stage-settings.ts';
import { stage } from './stages.ts';

const FOLDER = join(import.meta.dirname, '../../settings');

/**
 * Read the stage to deploy: the one that `-c stage=` names, with the settings of its file and those of `-c settings=`
 * on top of them. Throws with the name of an unknown or invalid setting.
 */
export function readStage(app: App, folder = FOLDER): Stage {
  const name = String(app.node.tryGetContext('stage') ?? 'development');
  const localPort = Number(process.env.LOCAL_PORT ?? 3000);
  return stage(name, localPort, readStageFile(name, folder), app.node.tryGetContext('settings') ?? {});
}

/**
 * Read the settings of every deployment of a stage: `settings/<stage>.json`, with the values that differ from the
 * defaults. Returns an empty object without the file, as for the local stage. Throws on invalid JSON.
 */
function readStageFile(name: string, folder: string): unknown {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`settings/${name}.json: ${(error as Error).message}`);
  }
}
