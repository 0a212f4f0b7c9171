import type { BundleContent } from './build.ts';

/** List the npm packages whose code each bundle contains, in alphabetical order, by the name of the bundle. */
export function bundledPackages(bundles: Record<string, BundleContent>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(bundles).map(([name, { inputs }]) => {
      const paths = Object.keys(inputs).filter((path) => inputs[path]!.bytesInOutput > 0);
      return [name, [...new Set(paths.flatMap(packageOf))].sort()];
    }),
  );
}

/** Return the package of a bundled file, or nothing for a file of this project. */
function packageOf(path: string): string[] {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ? [name] : [];
}
