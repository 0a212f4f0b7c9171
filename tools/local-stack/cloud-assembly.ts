import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlineNestedStacks } from './nested-stacks.ts';

export interface RawResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  Condition?: string;
}

/** The stacks of a cloud assembly as one: every logical id, export and asset. */
export interface CloudAssembly {
  resources: Record<string, RawResource>;
  /** Values of `Fn::ImportValue`, by export name. */
  exports: Map<string, unknown>;
  /** The path of an asset below the assembly, by its hash. */
  assetPaths: Map<string, string>;
}

interface Artifact {
  type: string;
  properties: Record<string, string>;
}

/** A template as it is synthesized. */
export interface RawTemplate {
  Resources: Record<string, RawResource>;
  Mappings?: Record<string, Record<string, Record<string, string>>>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }> | undefined;
}

/**
 * Read the templates, with their nested stacks, and the asset lists of a synthesized cloud assembly.
 *
 * Throws when there is no stack, or when two stacks use the same logical id.
 */
export function readCloudAssembly(outdir: string): CloudAssembly {
  const read = (file: string) => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const artifacts = Object.values(read('manifest.json').artifacts as Record<string, Artifact>);
  const stacks = artifacts.filter(({ type }) => type === 'aws:cloudformation:stack');
  if (stacks.length === 0) throw new Error(`${outdir}: expected a stack, found none`);

  const assetPaths: CloudAssembly['assetPaths'] = new Map();
  for (const { properties } of artifacts.filter(({ type }) => type === 'cdk:asset-manifest')) {
    const files = read(properties.file!).files as Record<string, { source: { path?: string } }>;
    for (const [hash, { source }] of Object.entries(files)) {
      if (source.path) assetPaths.set(hash, source.path);
    }
  }
  // The URL of its template ends with the hash of an asset.
  const readNested = ({ Properties }: RawResource) => {
    const [, hash = ''] = /([0-9a-f]{64})\.json/.exec(JSON.stringify(Properties?.TemplateURL)) ?? [];
    return read(assetPaths.get(hash)!) as RawTemplate;
  };

  const resources: CloudAssembly['resources'] = {};
  const exports: CloudAssembly['exports'] = new Map();
  for (const { properties } of stacks) {
    const template = inlineNestedStacks(read(properties.templateFile!), readNested);
    for (const [id, resource] of Object.entries(template.Resources)) {
      if (resources[id]) throw new Error(`${outdir}: two stacks have a resource ${id}`);
      resources[id] = resource;
    }
    for (const { Value, Export } of Object.values(template.Outputs ?? {})) {
      if (Export) exports.set(Export.Name, Value);
    }
  }
  return { resources, exports, assetPaths };
}
