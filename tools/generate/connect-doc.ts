import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPlatformView } from '../../lib/platforms/platform-view.ts';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';
import { readPresentations } from './platform-descriptions.ts';

export const CONNECT_DOC_PATH = 'docs/connect.md';

const METHODS: Record<string, string> = { oauth: 'OAuth', access_token: 'access token', app_password: 'app password' };

/** Render docs/connect.md with a row for each platform: its guide, its name in requests, and what an account needs. */
export async function renderConnectDoc(): Promise<string> {
  const document = readFileSync(join(import.meta.dirname, '../..', CONNECT_DOC_PATH), 'utf8');
  const rows = (await readPresentations()).map(([platform, { needs }]) => {
    const { name, aliases, connection } = toPlatformView(platform);
    const guide = `[${name}](../lib/platforms/${platform}/guide.md)`;
    const methods = connection.methods.map((method) => METHODS[method]!).join(', ');
    return [guide, `\`${aliases[0] ?? platform}\``, needs.en, methods];
  });
  return replaceGeneratedSection(document, table(['guide', 'name', 'what a person needs', 'ways'], rows));
}
