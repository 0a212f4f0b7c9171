import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SURFACE_PATH } from '../../../tools/generate/api-surface.ts';
import { generatedFiles } from '../../../tools/generate/generated-files.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The paths that `.gitattributes` marks as generated. */
function marked(paths: string[]): string[] {
  const args = ['check-attr', '-z', '--stdin', 'linguist-generated'];
  const output = execFileSync('git', args, { cwd: ROOT, input: paths.join('\0'), encoding: 'utf8' });
  const fields = output.split('\0');
  return paths.filter((_, index) => fields[index * 3 + 2] === 'set');
}

describe('.gitattributes', async () => {
  // A document has a generated section, and the surface of the API is generated to be reviewed.
  const generated = [...(await generatedFiles()).keys()].filter(
    (path) => !path.endsWith('.md') && path !== SURFACE_PATH,
  );

  it('marks every file that is generated as a whole, so that reviews leave it out', () => {
    expect(generated.length).toBeGreaterThan(200);
    expect(marked(generated)).toEqual(generated);
  });

  it('does not mark what a review reads', () => {
    expect(marked([SURFACE_PATH, 'docs/api.md', 'clients/php/src/Client.php', 'clients/go/client.go'])).toEqual([]);
  });
});
