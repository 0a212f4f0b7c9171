import type { Json } from '../openapi/schemas.ts';
import { cliFiles } from './cli.ts';
import { goFiles } from './go.ts';
import { phpFiles } from './php.ts';
import { pythonFiles } from './python.ts';
import { clientModel } from './read-model.ts';
import { remedyFiles } from './remedies.ts';
import { rubyFiles } from './ruby.ts';
import { typescriptFiles } from './typescript.ts';

/** Generate the files of the client libraries and of the command line that follow from the client document, by path from the root. */
export function clientFiles(document: Json): [string, string][] {
  const model = clientModel(document);
  const emitters = [typescriptFiles, pythonFiles, goFiles, rubyFiles, phpFiles, remedyFiles, cliFiles];
  return emitters.flatMap((files) => files(model));
}
