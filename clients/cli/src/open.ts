import { openBrowser } from './browser.ts';
import { type Context, findCredentials, isLoopback } from './context.ts';
import { EXIT } from './failures.ts';
import { assertPositionals } from './flags.ts';
import type { Profile } from './store.ts';
import { UsageError } from './usage.ts';

/** Open the dashboard, or a post in it. Prints the URL where there is no browser. */
export async function open(context: Context): Promise<number> {
  const { given, output, env } = context;
  assertPositionals(given, ['[id]']);
  const [id] = given.positionals;
  const page = await dashboardUrl(findCredentials(context));
  const url = id === undefined ? page : `${page}#/posts/${encodeURIComponent(id)}`;
  if (!(await openBrowser(url, env))) output.text(url);
  return EXIT.success;
}

/** Return the URL of the dashboard: of the profile, else `/app/` of the host of the API if a page responds there. */
async function dashboardUrl({ base_url, dashboard_url }: Profile): Promise<string> {
  if (dashboard_url) return `${dashboard_url.replace(/\/+$/, '')}/`;
  const base = new URL(base_url);
  const page = `${base.origin}/app/`;
  if (isLoopback(base)) return page;
  const response = await fetch(page, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (response?.ok && response.headers.get('content-type')?.includes('text/html')) return page;
  throw new UsageError(`The URL of the dashboard is unknown. Log in with it: cis login --dashboard-url https://…/app/`);
}
