/**
 * Return the time that a link to the composer asks for: `at` in the query of the hash, or of the page. Null if there is
 * none that can be read. Only for a browser.
 */
export function requestedTime(): string | null {
  const queries = [location.hash.split('?')[1] ?? '', location.search];
  for (const query of queries) {
    const at = new URLSearchParams(query).get('at');
    if (at && !Number.isNaN(Date.parse(at))) return new Date(at).toISOString();
  }
  return null;
}
