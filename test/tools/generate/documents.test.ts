import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  DOCUMENT_SOURCES,
  type DocumentName,
  documentsFolder,
  documentsPath,
  readDocument,
} from '../../../lib/bundle/documents.ts';
import { buildDocuments } from '../../../tools/generate/documents.ts';
import { modulesIn, reachableFrom } from '../../modules.ts';

const built = buildDocuments();
const ROOT = join(import.meta.dirname, '../../..');

describe('the documents of the API', () => {
  it.each(['openapi.json', 'openapi-client.json', 'code-samples.json'] satisfies DocumentName[])(
    'have in %s what the declarations give, in any process',
    (name) => {
      expect(JSON.parse(readDocument(name))).toEqual(built[name]);
    },
  );

  it('are in a folder whose name follows from every module that builds them, and from the packages', () => {
    const modules = modulesIn('bin', 'lib', 'tools');
    const declarations = globSync('lib/*/api/*/*.ts', { cwd: ROOT });
    const loaded = ['bin/documents.ts', ...declarations].flatMap((path) => [...reachableFrom(path, modules)]);
    expect(loaded).toContain('tools/openapi/openapi.ts');
    const sources = new Set(globSync(DOCUMENT_SOURCES, { cwd: ROOT }));
    expect([...loaded, 'package.json', 'package-lock.json'].filter((path) => !sources.has(path))).toEqual([]);
  });

  it('are built once for the same sources', () => {
    expect(documentsFolder()).toBe(documentsPath());
  });
});
