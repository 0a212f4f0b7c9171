import type { Metafile } from 'esbuild';

/** List the npm packages whose code each bundle contains, in alphabetical order, by the name of its function. */
export function bundledPackages({ outputs }: Metafile): Record<string, string[]> {
  return Object.fromEntries(
    Object.values(outputs).flatMap(({ entryPoint, inputs }) => {
      if (!entryPoint) return [];
      const paths = Object.keys(inputs).filter((path) => inputs[path]!.bytesInOutput > 0);
      return [[entryPoint.replace(/^functions\/|\.ts$/g, ''), [...new Set(paths.flatMap(packageOf))].sort()]];
    }),
  );
}

/** Return the package of a bundled file, or nothing for a file of this project. */
function packageOf(path: string): string[] {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ? [name] : [];
}
