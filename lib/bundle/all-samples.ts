import type { Sample, SampleMaker } from '../core/api/define-samples.ts';
import { importDeclarations } from './declarations.ts';
import { endpointOf, type OperationId } from './endpoints.ts';

/** What a feature exports from `samples.ts`. */
interface FeatureSamples {
  samples?: Sample[];
  /** By operation, such as `GET /content`: reasons of rejections that the OpenAPI document cannot express. */
  inexpressible?: Record<string, readonly RegExp[]>;
}

const FEATURES = (await importDeclarations<FeatureSamples>('*/samples.ts')).map(([, module]) => module);
const SAMPLES = FEATURES.flatMap(({ samples = [] }) => samples);

/** List what each feature declares beside its endpoints for tests and tools. */
export function featureSamples(): readonly FeatureSamples[] {
  return FEATURES;
}

/** List the samples of all features. Reads them from the disk: for tools and tests, never for a function. */
export function allSamples(): readonly Sample[] {
  return SAMPLES;
}

/** Find what an operation acts on: the sample that names it, or the one with the longest path that its path begins with. */
export function sampleOf(id: OperationId): Sample | undefined {
  const { path } = endpointOf(id);
  return SAMPLES.find(({ operations }) => operations?.includes(id)) ?? sampleAt(path);
}

function sampleAt(path: string): Sample | undefined {
  return SAMPLES.filter((each) => !each.operations && (path === each.path || path.startsWith(`${each.path}/`)))
    .sort((one, other) => other.path.length - one.path.length)
    .at(0);
}

let made = 0;

/**
 * Return what makes samples by these requests. Without `eventually`, no worker runs: what needs one
 * fails.
 */
export function sampleMaker(
  request: SampleMaker['request'],
  receiver: string,
  eventually: SampleMaker['eventually'] = () => Promise.reject(new Error('No worker runs here.')),
): SampleMaker {
  const maker: SampleMaker = {
    request,
    receiver,
    eventually,
    create: async (path, body, field = 'id') =>
      String(((await request('POST', path, body)) as Record<string, unknown>)[field]),
    make: (path) => sampleAt(path)!.make(maker),
    unique: () => ++made,
  };
  return maker;
}
