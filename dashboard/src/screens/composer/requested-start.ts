/**
 * Return what a link to the composer asks for, in the query of the hash or of the page: `at`, the time of the post,
 * `queue`, whose next free slot it takes, and `media`, a file of the library. Null for what is missing or cannot be read. Only for a browser.
 */
export function requestedStart(): { at: string | null; mediaId: string | null; queue: string | null } {
  const queries = [location.hash.split('?')[1] ?? '', location.search].map((query) => new URLSearchParams(query));
  const read = (name: string) => queries.map((query) => query.get(name)).find((value) => value) ?? null;
  const at = read('at');
  return {
    at: at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null,
    mediaId: read('media'),
    queue: read('queue'),
  };
}
