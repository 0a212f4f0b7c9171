import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join(import.meta.dirname, 'src');
const LANGUAGES = join(import.meta.dirname, 'languages');
const ICONS = join(import.meta.dirname, 'icons');

const NAME = 'Content Intelligence';
/** The color of the bar at the top, `--surface` in `src/styles/tokens.css`, in light and in dark. */
const BAR = { light: '#ffffff', dark: '#171c24' };

/**
 * Build the dashboard into `outdir`: `index.html`, `assets/` with a hash of the content in each name, so that they can be
 * cached forever, and the manifest and the icons with which a browser installs it. Synchronous, because the CDK's synthesis is. Throws for a source that does not compile.
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
    // Browsers read modules as UTF-8: an escape of each accent would make the languages longer.
    charset: 'utf8',
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
  cpSync(ICONS, join(outdir, 'icons'), { recursive: true });
  writeFileSync(join(outdir, 'manifest.webmanifest'), JSON.stringify(manifest()));
  writeFileSync(join(outdir, 'index.html'), page(pathOf('main.tsx'), pathOf('styles.css')));
}

/** Build `/connect.js`, one script without modules: pages of other products load it. Returns its text. */
export function buildConnectScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(SOURCE, 'connect/connect.ts')],
    bundle: true,
    format: 'iife',
    target: ['chrome110', 'firefox110', 'safari16'],
    minify: true,
    write: false,
    absWorkingDir: import.meta.dirname,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

// Without inline scripts and styles, which the content security policy forbids. The script names the page after this service
// or after the product of a portal.
function page(script: string, styles: string): string {
  return `<!doctype html>
<html lang="en" data-languages="${languages()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${BAR.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${BAR.dark}">
<title>Dashboard</title>
<link rel="manifest" href="manifest.webmanifest">
<link rel="icon" type="image/svg+xml" href="icons/icon.svg">
<link rel="apple-touch-icon" href="icons/maskable-512.png">
<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="app"></div>
<p id="load-failed" hidden>The dashboard could not be loaded. <a href="">Reload</a></p>
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
}

// Browsers install a page with a manifest and icons; they require no service worker.
function manifest(): object {
  const icon = (src: string, size: number, purpose: string) => ({
    src: `icons/${src}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name: NAME,
    short_name: 'Content',
    id: './',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: BAR.light,
    theme_color: BAR.light,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
  };
}

/** The languages of the dashboard: a file each. */
function languages(): string {
  return readdirSync(LANGUAGES)
    .map((file) => basename(file, '.json'))
    .join(' ');
}
