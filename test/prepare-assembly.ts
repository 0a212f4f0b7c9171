import { cacheAssembly } from '../tools/local-stack/assembly-cache.ts';

/** Synthesize the local stage once per run, before the first worker asks for it. */
export default async function prepareAssembly(): Promise<void> {
  await cacheAssembly();
}
