import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, buildSync, type Metafile, stop } from 'esbuild';
import { SHARED_FOLDER } from './bundle-cache.ts';
import { bundleWithLazyParts, hasLazyParts } from './lazy-parts.ts';
import { NATIVE_PACKAGES } from './native-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What is in a bundle. */
export type BundleContent = Metafile['outputs'][string];

/**
 * Bundle files of `functions/` into folders of `outdir`. `sources`: by the name of the bundle, the name of the file.
 * `alias`: modules that these bundles have instead of others. Returns what is in each bundle, by its name.
 */
export function buildBundles(
  sources: Record<string, string>,
  outdir: string,
  alias: Record<string, string> = {},
): Record<string, BundleContent> {
  limitMemory();
  const { metafile } = buildSync(optionsOf(sources, outdir, { alias }));
  const contents = contentsOf(metafile, outdir);
  for (const [name, content] of Object.entries(contents)) {
    if (!hasLazyParts(content, metafile.inputs)) continue;
    const splitting = optionsOf({ '.': sources[name]! }, outdir, { alias });
    contents[name] = bundleWithLazyParts(join(outdir, name), splitting, TARGET);
  }
  return contents;
}

/**
 * Bundle files of `functions/` as `buildBundles` does, but write code that several bundles have once, into
 * `outdir/SHARED_FOLDER`: it takes a tenth of the time. Each name is that of a folder in `outdir`. The imports of what is
 * returned include those of the shared code.
 */
export async function buildSharedBundles(
  sources: Record<string, string>,
  outdir: string,
): Promise<Record<string, BundleContent>> {
  // esbuild splits no CommonJS. It then converts each file, whose positions it finds by the maps of the first step.
  const split = join(outdir, 'split');
  limitMemory();
  const { metafile } = await build(
    optionsOf(sources, split, {
      format: 'esm',
      splitting: true,
      chunkNames: `${SHARED_FOLDER}/[name]-[hash]`,
      sourcemap: 'linked',
    }),
  );
  const entryPoints = Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'));
  await build({ ...TARGET, entryPoints, outbase: split, outdir });
  // Its process would keep the memory of the builds.
  await stop();
  rmSync(split, { recursive: true });
  return Object.fromEntries(
    Object.entries(contentsOf(metafile, split)).map(([name, content]) => [
      name,
      { ...content, imports: allImports(content, metafile.outputs) },
    ]),
  );
}

/** What the build and the conversion of its result have in common. */
const TARGET: BuildOptions = {
  absWorkingDir: ROOT,
  minify: true,
  platform: 'node',
  target: 'node24',
  // CommonJS, because importing node:http from ESM takes ten times longer.
  format: 'cjs',
  // As require(): `import('node:http')`, which the SDK calls, reads every export of the module, and the one named
  // WebSocket loads an HTTP client. It takes 36 ms of CPU instead of 3 at the first request of an instance.
  supported: { 'dynamic-import': false },
  // Not linked, so that a debugger and Node's --enable-source-maps do not read it either.
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'error',
};

/** Return the options of a build with the settings of every function. */
function optionsOf(sources: Record<string, string>, outdir: string, { alias, ...options }: BuildOptions) {
  const replacements = join(import.meta.dirname, 'sdk-replacements.ts');
  const certificates = join(import.meta.dirname, 'certificate-replacements.ts');
  return {
    ...TARGET,
    entryPoints: Object.entries(sources).map(([name, file]) => ({
      in: join(ROOT, 'functions', `${file}.ts`),
      out: join(name, 'index'),
    })),
    outdir,
    bundle: true,
    mainFields: ['module', 'main'],
    inject: ['map-stack-traces.ts', 'rejected-fetch.ts'].map((file) => join(import.meta.dirname, file)),
    define: { 'globalThis.fetch': 'rejectedFetch' },
    alias: {
      '@aws/lambda-invoke-store': replacements,
      '@aws-sdk/credential-provider-node': replacements,
      '@aws-sdk/middleware-endpoint-discovery': replacements,
      '@peculiar/asn1-android': certificates,
      '@peculiar/asn1-ecc': certificates,
      '@peculiar/asn1-rsa': certificates,
      '@peculiar/asn1-schema': certificates,
      '@peculiar/asn1-x509': certificates,
      '@peculiar/asn1-x509-post-quantum': certificates,
      '@peculiar/x509': certificates,
      'reflect-metadata': certificates,
      '@smithy/core/checksum': join(import.meta.dirname, 'node-checksum.ts'),
      '@smithy/core/config': join(import.meta.dirname, 'environment-config.ts'),
      '@smithy/core/event-streams': replacements,
      ...alias,
    },
    // The user agent needs only the version of the package.json of each client of the SDK, which has 2 KB.
    loader: { '.json': 'empty' },
    external: NATIVE_PACKAGES,
    ...options,
    metafile: true,
  } satisfies BuildOptions;
}

/**
 * A build holds most of what it allocates to its end: without garbage collection esbuild takes a quarter less time. The
 * limit is for builds that follow each other in one process, which would fill the memory of a machine.
 */
function limitMemory(): void {
  process.env.GOGC ??= 'off';
  process.env.GOMEMLIMIT ??= '3GiB';
}

/** Return what is in each bundle, by its name. */
function contentsOf({ outputs }: Metafile, outdir: string): Record<string, BundleContent> {
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([path, content]) => [relative(outdir, dirname(join(ROOT, path))), content]),
  );
}

/** List what a file imports, and the files that it imports. */
function allImports({ imports }: BundleContent, outputs: Metafile['outputs']): BundleContent['imports'] {
  const all = new Map(imports.map((each) => [each.path, each]));
  for (const { path } of all.values()) for (const each of outputs[path]?.imports ?? []) all.set(each.path, each);
  return [...all.values()];
}
