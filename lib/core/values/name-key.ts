/** Return what two names share that count as one: they differ only in case, white space, or how Unicode writes them. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
