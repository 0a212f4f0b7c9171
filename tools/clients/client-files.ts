import type { Json } from '../openapi/schemas.ts';
import { cliFiles } from './cli.ts';
import { goFiles } from './go.ts';
import { phpFiles } from './php.ts';
import { pythonFiles } from './python.ts';
import { clientModel } from './read-model.ts';
import { remedyFiles } from './remedies.ts';
import { rubyFiles } from './ruby.ts';
import { typescriptFiles } from './typescript.ts';

/**
 * Generate the files of the client libraries and of the command line, by path from the root. They follow from the client
 * document `client`; which commands print CSV, from `whole`, because `client` has only JSON.
 */
export function clientFiles(client: Json, whole: Json): [string, string][] {
  const model = clientModel(client);
  const emitters = [typescriptFiles, pythonFiles, goFiles, rubyFiles, phpFiles, remedyFiles];
  return [...emitters.flatMap((files) => files(model)), ...cliFiles(model, whole)];
}
