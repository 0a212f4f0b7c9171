import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FOLDER_TYPE, type Skill, type SkillCatalog, type SkillEntry } from '../agents/skills/catalog.ts';

/** The folder of the skills, which the package of the command line publishes. */
export const SKILLS_FOLDER = join(import.meta.dirname, '../../clients/cli/skills');

const MARKDOWN = 'text/markdown';

/** Build the catalog of the skills from the files of their folder. Throws for a file that is not Markdown. */
export function skillCatalog(): SkillCatalog {
  const files = globSync('**/*.*', { cwd: SKILLS_FOLDER }).sort();
  const other = files.find((file) => !file.endsWith('.md'));
  if (other) throw new Error(`${other}: the files of a skill are Markdown, whose type clients know.`);
  const texts = Object.fromEntries(files.map((file) => [toUri(file), readFileSync(join(SKILLS_FOLDER, file), 'utf8')]));
  const skills = files.filter((file) => basename(file) === 'SKILL.md').map((file) => toSkill(dirname(file), texts));
  return { skills, folders: foldersOf(files, skills), texts };
}

function toUri(path: string): string {
  return `skill://${path}`;
}

function toSkill(folder: string, texts: Record<string, string>): Skill {
  const uri = toUri(`${folder}/SKILL.md`);
  const own = Object.entries(texts).filter(([each]) => each.startsWith(toUri(`${folder}/`)));
  const resources = own.map(([each, text]) => ({
    uri: each,
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    size: Buffer.byteLength(text),
  }));
  return { uri, frontmatter: parseFrontmatter(texts[uri]!), resources };
}

/**
 * Parse the frontmatter of a skill: each field is one line, whose value YAML reads as the same text. Throws for a field of
 * another form, such as a list.
 */
function parseFrontmatter(text: string): Skill['frontmatter'] {
  const [, block = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const fields = block.split('\n').map((line) => {
    const [, name, value] = /^([a-z-]+): ([A-Za-z](?:(?!: | #)[^\n])*[^\s:])$/.exec(line) ?? [];
    if (!name || !value) throw new Error(`The frontmatter of a skill has one plain text per line: ${line}`);
    return [name, value] as const;
  });
  const { name, description, ...others } = Object.fromEntries(fields);
  if (!name || !description) throw new Error('The frontmatter of a skill has a name and a description.');
  return { name, description, ...others };
}

/** Return the entries of each folder. That of a skill has the description of the skill at its `SKILL.md`. */
function foldersOf(files: readonly string[], skills: readonly Skill[]): Record<string, SkillEntry[]> {
  const folders: Record<string, SkillEntry[]> = {};
  const add = (path: string, entry: Omit<SkillEntry, 'uri'>) => {
    const uri = toUri(path);
    const parent = toUri(dirname(path));
    const entries = folders[parent] ?? [];
    if (!entries.some((each) => each.uri === uri)) folders[parent] = [...entries, { uri, ...entry }];
  };
  for (const file of files) {
    const skill = skills.find(({ uri }) => uri === toUri(file))?.frontmatter;
    const names = skill ? { name: skill.name, description: skill.description } : { name: basename(file) };
    add(file, { ...names, mimeType: MARKDOWN });
    // The folder of a skill is the topmost one.
    for (let folder = dirname(file); folder.includes('/'); folder = dirname(folder)) {
      add(folder, { name: basename(folder), mimeType: FOLDER_TYPE });
    }
  }
  return folders;
}
