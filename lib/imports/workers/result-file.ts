import type { Import } from '../rules/import.ts';
import { formatResults } from '../rules/result-file.ts';
import { loadCurrentPart } from '../store/current-rows.ts';
import { storeObject } from '../store/import-objects.ts';

/** Write the result file of an import, and return its token. */
export async function storeResultFile(each: Import): Promise<string> {
  const parts: string[] = [];
  for (let index = 0; index < each.parts.length; index++) {
    parts.push(formatResults(await loadCurrentPart(each, index), each, index === 0));
  }
  return storeObject(each, 'result', parts.join(''));
}
