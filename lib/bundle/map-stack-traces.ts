import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

// First in every bundle. Stack traces name files and lines of the source. Node's option for that (--enable-source-maps)
// parses the source map at every cold start, which is a tenth of it; this reads the map at the first stack trace.

const maps = new Map<string, SourceMap | undefined>();

/** Return the position of a call in the source, or the position in the bundle where there is no map of it. */
function describeCall(site: NodeJS.CallSite): string {
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!file || !line || !column) return `${site}`;
  if (!maps.has(file)) maps.set(file, loadMap(`${file}.map`));
  const origin = maps.get(file)?.findEntry(line - 1, column - 1);
  if (!origin || !('originalSource' in origin)) return `${site}`;
  const { originalSource, originalLine, originalColumn } = origin;
  return `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`;
}

function loadMap(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

Error.prepareStackTrace = (error, sites) => [error, ...sites.map((site) => `    at ${describeCall(site)}`)].join('\n');
