import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { App, type Stack } from 'aws-cdk-lib';
import type { DeployedEndpoint } from '../../lib/stack/api.ts';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { addNagChecks } from '../../lib/stack/nag.ts';
import { createStacks, type Stacks } from '../../lib/stack/stacks.ts';
import { parseStageKind, type StageKind } from '../../lib/stack/stage-kind.ts';
import { namedStage } from '../../lib/stack/stages.ts';
import { CACHE, hashSources } from '../../tools/local-stack/assembly-cache.ts';
import { inlineNestedStacks } from '../../tools/local-stack/nested-stacks.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { Function?: string };
  DeletionPolicy?: string;
  DependsOn?: string | string[];
}

/** A template as it is deployed. */
export interface StackTemplate {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

/** The stacks of a stage, read as one: references to an export are what it exports. */
export interface Synthesized {
  data: StackTemplate;
  /** With the resources of the nested stacks. */
  service: StackTemplate;
  /** Every template as it is uploaded. */
  deployed: Record<keyof Stacks, StackTemplate>;
  text: string;
  resources: Record<string, Resource>;
  ofType: (type: string) => Resource[];
}

interface Options {
  /** Run cdk-nag and the CDK's own validation, as `cdk deploy` does, and throw on their findings. */
  checked?: boolean;
  endpoints?: readonly DeployedEndpoint[];
  /** The kind of a stage that does not have its name. */
  kind?: StageKind;
  /** Values of `-c`. */
  context?: Record<string, string>;
}

const cache = new Map<string, Synthesized>();

/** What a stage does not synthesize without. */
const REQUIRED: Partial<Record<StageKind, object>> = { production: { alarmEmail: 'none' } };

/**
 * Synthesize the stacks of a stage with `overrides` of its settings: do not change the result. The threads of a run
 * share templates by a file each, which is named after everything that they are made from.
 */
export function synthesized(name: string, overrides: object = {}, options: Options = {}): Synthesized {
  const synthesizeNow = () => synthesize(name, overrides, options);
  if (options.endpoints) return joined(synthesizeNow());
  const key = JSON.stringify([name, overrides, options]);
  const known = cache.get(key) ?? joined(options.checked ? synthesizeNow() : stored(key, synthesizeNow));
  cache.set(key, known);
  return known;
}

type Templates = Synthesized['deployed'];

let sources: string | undefined;

/** Read the templates from their file, which is written by `make` unless it exists. */
function stored(key: string, make: () => Templates): Templates {
  sources ??= hashSources({ synthesized: readFileSync(import.meta.filename, 'utf8') });
  const file = join(CACHE, `${createHash('sha256').update(sources).update(key).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = make();
  const draft = `${file}.${process.pid}.${threadId}`;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, file);
  return made;
}

/** One folder for all assemblies of a thread: the CDK hashes an asset again for each folder that it is written to. */
const OUTDIR = join(tmpdir(), `stack-${process.pid}-${threadId}`);
/** No test reads the bundles in an assembly, and a template is the same without them. */
export const WITHOUT_ASSETS = { 'aws:cdk:disable-asset-staging': true };

function synthesize(name: string, overrides: object, options: Options): Templates {
  return withStacks(name, overrides, options, (app, stacks) => {
    if (options.checked) addNagChecks(app, stacks);
    app.synth();
    const read = (stack: Stack) => JSON.parse(readFileSync(join(OUTDIR, stack.templateFile), 'utf8')) as StackTemplate;
    const { data, service, endpoints, stageEndpoints } = stacks;
    return {
      data: read(data),
      service: read(service),
      endpoints: read(endpoints),
      stageEndpoints: read(stageEndpoints),
    };
  });
}

/** Run `use` with the stacks of a stage, which are not synthesized. */
export function withStacks<T>(
  name: string,
  overrides: object,
  { checked = false, endpoints, context, kind = parseStageKind(name) }: Options,
  use: (app: App, stacks: Stacks) => T,
): T {
  try {
    const app = new App({
      outdir: OUTDIR,
      treeMetadata: checked,
      builtinCloudFormationValidation: checked,
      context: { ...readCdkContext(), ...WITHOUT_ASSETS, ...context },
    });
    return use(app, createStacks(app, namedStage(name, kind, 3000, { ...REQUIRED[kind], ...overrides }), endpoints));
  } finally {
    rmSync(OUTDIR, { recursive: true, force: true });
  }
}

function joined(deployed: Templates): Synthesized {
  const { data, endpoints, stageEndpoints } = deployed;
  const readNested = (_: unknown, id: string) => (id.startsWith('Stage') ? stageEndpoints : endpoints);
  const service = inlineNestedStacks(deployed.service, readNested) as StackTemplate;
  const resolved = resolveImports(service, data);
  const resources = { ...data.Resources, ...resolved.Resources };
  const ofType = (type: string) => Object.values(resources).filter((resource) => resource.Type === type);
  return { data, service, deployed, text: JSON.stringify([data, resolved]), resources, ofType };
}

/** Replace each `Fn::ImportValue` of a template with the value of the export. */
function resolveImports(importer: StackTemplate, exporter: StackTemplate): StackTemplate {
  const values = new Map(Object.values(exporter.Outputs).map(({ Value, Export }) => [Export?.Name, Value] as const));
  return JSON.parse(JSON.stringify(importer), (_key, value) => {
    const name = value?.['Fn::ImportValue'];
    if (name === undefined) return value;
    if (!values.has(name)) throw new Error(`No stack exports ${name}.`);
    return values.get(name);
  });
}
