import { dirname, join, relative } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { NATIVE_PACKAGES } from './native-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What is in a bundle. */
export type BundleContent = Metafile['outputs'][string];

// The format is CommonJS, because importing node:http from ESM takes ten times longer.
/**
 * Bundle files of `functions/` into folders of `outdir`. `sources`: by the name of the bundle, the name of the file.
 * `alias`: modules that these bundles have instead of others. Returns what is in each bundle, by its name.
 */
export function buildBundles(
  sources: Record<string, string>,
  outdir: string,
  alias: Record<string, string> = {},
): Record<string, BundleContent> {
  // A build holds most of what it allocates to its end: without garbage collection esbuild takes a quarter less time.
  // The limit is for builds that follow each other in one process, which would fill the memory of a machine.
  process.env.GOGC ??= 'off';
  process.env.GOMEMLIMIT ??= '3GiB';
  const replacements = join(import.meta.dirname, 'sdk-replacements.ts');
  const certificates = join(import.meta.dirname, 'certificate-replacements.ts');
  const { metafile } = buildSync({
    entryPoints: Object.entries(sources).map(([name, file]) => ({
      in: join(ROOT, 'functions', `${file}.ts`),
      out: join(name, 'index'),
    })),
    outdir,
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    // CommonJS, because importing node:http from ESM takes ten times longer.
    format: 'cjs',
    // As require(): `import('node:http')`, which the SDK calls, reads every export of the module, and the one named
    // WebSocket loads an HTTP client. It takes 36 ms of CPU instead of 3 at the first request of an instance.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    // Not linked, so that a debugger and Node's --enable-source-maps do not read it either.
    sourcemap: 'external',
    sourcesContent: false,
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
    // The package.json of each client of the SDK, 2 KB of which the user agent needs the version.
    loader: { '.json': 'empty' },
    metafile: true,
    external: NATIVE_PACKAGES,
    logLevel: 'error',
  });
  return Object.fromEntries(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([path, content]) => [relative(outdir, dirname(join(ROOT, path))), content]),
  );
}
