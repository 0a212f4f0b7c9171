import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

// First in every bundle. Stack traces name files and lines of the source. Node's option for that (--enable-source-maps)
// parses the source map at every cold start, which is a tenth of it; this reads the map at the first stack trace.

let map: SourceMap | null | undefined;

/** Return the position of a call in the source, or the position in the bundle where the map has none. */
function describeCall(site: NodeJS.CallSite): string {
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (site.getFileName() !== __filename || !line || !column) return `${site}`;
  map ??= loadMap();
  const origin = map?.findEntry(line - 1, column - 1);
  if (!origin || !('originalSource' in origin)) return `${site}`;
  const { originalSource, originalLine, originalColumn } = origin;
  return `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`;
}

function loadMap(): SourceMap | null {
  const file = `${__filename}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

Error.prepareStackTrace = (error, sites) => [error, ...sites.map((site) => `    at ${describeCall(site)}`)].join('\n');
