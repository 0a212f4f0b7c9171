/** A file of a skill, with the digest of its bytes (`sha256:` and 64 hexadecimal digits) and their number. */
interface SkillResource {
  uri: string;
  digest: string;
  size: number;
}

/** A skill, as `skills/list` returns it: the frontmatter of its `SKILL.md`, and all of its files. */
export interface Skill {
  uri: string;
  frontmatter: { name: string; description: string; [field: string]: string };
  resources: SkillResource[];
}

/** A file or a folder of a skill, as a resource. */
export interface SkillEntry {
  uri: string;
  name: string;
  description?: string;
  mimeType: string;
}

/** The skills that the server offers. It is written when the functions are bundled. */
export interface SkillCatalog {
  skills: Skill[];
  /** The entries of each folder, by the URI of the folder. */
  folders: Record<string, SkillEntry[]>;
  /** The text of each file, by its URI. */
  texts: Record<string, string>;
}

/** The name of the file that has the catalog, in the folder of the function. */
export const CATALOG_FILE = 'skills.json';

/** The type of a folder. */
export const FOLDER_TYPE = 'inode/directory';
