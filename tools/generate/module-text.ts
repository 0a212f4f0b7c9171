/** What a generated module imports: the path, and the clause, such as `{ one, two }` or `type { One }`. */
export type Import = readonly [path: string, clause: string];

const LINE_WIDTH = 120;

/** Render the first lines of a generated module: where it is from, and its imports as the formatter writes and sorts them. */
export function renderHead(source: string, imports: readonly Import[] = []): string {
  const sorted = imports.toSorted(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return [`// Generated from ${source} by \`npm run generate\`; do not edit.`, ...sorted.map(renderImport)].join('\n');
}

/** Render the rows of a table or list, each on its own line. */
export function renderRows(rows: readonly string[]): string {
  return rows.map((row) => `  ${row},\n`).join('');
}

/** Return a path, the name of a file or the id of an operation in camel case. */
export function camelCase(name: string): string {
  return name.replaceAll(/[./-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function renderImport([path, clause]: Import): string {
  const line = `import ${clause} from '${path}';`;
  if (line.length <= LINE_WIDTH) return line;
  const [, before, names] = /^(.*)\{ (.*) \}$/.exec(clause)!;
  return `import ${before}{\n${renderRows(names!.split(', '))}} from '${path}';`;
}

// Packages come before files, and a folder before the files that begin with its name.
function orderOf(path: string): string {
  return `${path.startsWith('.') ? 1 : 0}${path.replace(/\.ts$/, '')}`;
}
