import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../mcp/rpc-message.ts';
import { CATALOG_FILE, FOLDER_TYPE, type Skill, type SkillCatalog, type SkillEntry } from './catalog.ts';

let catalog: SkillCatalog | undefined;

/** Read the catalog on first use: most requests name no skill, and a cold start should not pay for them. */
function readCatalog(): SkillCatalog {
  catalog ??= JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', CATALOG_FILE), 'utf8')) as SkillCatalog;
  return catalog;
}

/** List the skills. */
export function listSkills(): Skill[] {
  return readCatalog().skills;
}

/** Return the skill whose `SKILL.md` has this URI. Null when there is none. */
export function getSkill(uri: string): Skill | null {
  return listSkills().find((skill) => skill.uri === uri) ?? null;
}

/** List the files of all skills, as resources. */
export function listSkillFiles(): SkillEntry[] {
  return Object.values(readCatalog().folders)
    .flat()
    .filter(({ mimeType }) => mimeType !== FOLDER_TYPE);
}

/** List what a folder of a skill contains. Null when there is no folder with this URI. */
export function readSkillFolder(uri: string): SkillEntry[] | null {
  const { folders } = readCatalog();
  return Object.hasOwn(folders, uri) ? folders[uri]! : null;
}

/** Read a file of a skill as the contents of a resource. Null when there is no file with this URI. */
export function readSkillFile(uri: string): Json[] | null {
  if (!uri.startsWith('skill://')) return null;
  const { texts } = readCatalog();
  const entry = Object.hasOwn(texts, uri) && listSkillFiles().find((each) => each.uri === uri);
  return entry ? [{ uri, mimeType: entry.mimeType, text: texts[uri] }] : null;
}
