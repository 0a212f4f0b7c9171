import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join(import.meta.dirname, 'src');
const LANGUAGES = join(import.meta.dirname, 'languages');

/**
 * Build the dashboard into `outdir`: `index.html`, and `assets/` with a hash of the content in each name, so that they
 * can be cached forever. Synchronous, because the CDK's synthesis is. Throws for a source that does not compile.
 */
export function buildDashboard(outdir: string): void {
  mkdirSync(outdir, { recursive: true });
  const { metafile } = buildSync({
    entryPoints: [join(SOURCE, 'main.tsx'), join(SOURCE, 'styles.css')],
    outdir: join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'linked',
    metafile: true,
    absWorkingDir: import.meta.dirname,
    logLevel: 'error',
  });
  const entries = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint ? [{ name: basename(entryPoint), path: relative(outdir, join(import.meta.dirname, path)) }] : [],
  );
  const pathOf = (name: string) => {
    const found = entries.find((entry) => entry.name === name);
    if (!found) throw new Error(`The build of the dashboard has no output for ${name}.`);
    return found.path;
  };
  writeFileSync(join(outdir, 'index.html'), page(pathOf('main.tsx'), pathOf('styles.css')));
}

// Without inline scripts and styles, which the content security policy forbids.
function page(script: string, styles: string): string {
  return `<!doctype html>
<html lang="en" data-languages="${languages()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Content Intelligence</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
}

/** The languages of the dashboard: a file each. */
function languages(): string {
  return readdirSync(LANGUAGES)
    .map((file) => basename(file, '.json'))
    .join(' ');
}
