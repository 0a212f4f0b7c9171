import type { Functions } from './functions.ts';
import type { Queues } from './queues.ts';
import type { Resource, Template } from './template.ts';

/** Return the threads of functions that queues feed: with a MaximumConcurrency, they never need more than that. */
export function mappingConcurrency(template: Template): Map<string, number> {
  const limits = template.ofType('AWS::Lambda::EventSourceMapping').flatMap(({ properties }) => {
    const { MaximumConcurrency } = (properties.ScalingConfig ?? {}) as { MaximumConcurrency?: number };
    return MaximumConcurrency ? [[String(properties.FunctionName), MaximumConcurrency] as const] : [];
  });
  return new Map(limits);
}

/** Find the queue or the stream of a mapping, and its function. Throws for one that is not in the template. */
export function endpointsOfSource(mapping: Resource, queues: Queues, functions: Functions, table: Resource) {
  const { FunctionName, EventSourceArn } = mapping.properties as Record<string, string>;
  const fn = functions.find(FunctionName ?? '');
  if (!fn) throw new Error(`${mapping.id}.FunctionName: ${FunctionName} is not a function of the template`);
  const queue = queues.find(EventSourceArn ?? '');
  const isStream = EventSourceArn?.endsWith(`table/${table.name}/stream/local`);
  if (!queue && !isStream) throw new Error(`${mapping.id}.EventSourceArn: ${EventSourceArn} is not known here`);
  return { queue, fn };
}
