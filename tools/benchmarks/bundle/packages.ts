/**
 * Return the names of the packages that these source files belong to: `@aws-sdk/core` for a path below it. A changed copy
 * of a package in the cache of the bundles counts as the package.
 */
export function packagesIn(sources: string[]): Set<string> {
  const names = sources.flatMap((source) => {
    const path = source
      .split('node_modules/')
      .slice(1)
      .at(-1)
      ?.replace(/^\.cache\/[^/]+\/[^/]+\//, '');
    return path
      ? [
          path
            .split('/')
            .slice(0, path.startsWith('@') ? 2 : 1)
            .join('/'),
        ]
      : [];
  });
  return new Set(names);
}
