import { goModel } from './go-model.ts';
import { goResources } from './go-resources.ts';
import { goTypes } from './go-types.ts';
import type { ClientModel } from './model.ts';

/** Write the generated files of the Go library, by path. They are formatted as gofmt does. */
export function goFiles(model: ClientModel): [string, string][] {
  const own = goModel(model);
  return [
    ['clients/go/types.go', goTypes(own)],
    ['clients/go/resources.go', goResources(own)],
  ];
}
