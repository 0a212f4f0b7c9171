import type { Json } from '../openapi/schemas.ts';
import { goModel } from './go-model.ts';
import { goSample } from './go-samples.ts';
import type { ClientModel, NamedType, Operation } from './model.ts';
import { camel } from './names.ts';
import { clientModel } from './read-model.ts';
import {
  listText,
  PYTHON,
  phpValue,
  pythonFields,
  RUBY,
  rubyFields,
  textIn,
  typescriptValue,
} from './sample-values.ts';

/** A sample as the rendered reference shows it. Redoc leaves out a `lang` that it does not know, such as TypeScript. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** An operation with the values of its documented example. */
export interface ExampleCall {
  resource: string[];
  operation: Operation;
  /** The values of the path, in its order. */
  path: string[];
  body: Json | null;
  /** The type of the body. */
  type: NamedType | null;
}

interface Documented {
  operationId: string;
  security?: unknown[];
  parameters?: { in?: string; name: string; example: unknown }[];
  requestBody?: { content: Record<string, { example: Json }> };
}

const TOKEN_SAMPLE = `curl "$BASE_URL/auth/token" \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials`;

/**
 * Build the samples of each operation of the client document, by its id: its documented example in the languages of the
 * libraries and with curl. The libraries request tokens themselves, so that operation has the sample of curl alone.
 */
export function codeSamples(document: Json): Record<string, Sample[]> {
  const { resources, types } = goModel(clientModel(document));
  const documented = Object.values(document.paths as Record<string, Record<string, Documented>>).flatMap((methods) =>
    Object.values(methods),
  );
  const samples = resources.flatMap(({ name, operations }) =>
    operations.map((operation): [string, Sample[]] => {
      const id = `${name.join('-')}.${operation.verb.join('-')}`;
      const { security, parameters = [], requestBody } = documented.find(({ operationId }) => operationId === id)!;
      const call: ExampleCall = {
        resource: name,
        operation,
        path: operation.pathFields.map((field) =>
          String(parameters.find((each) => each.in === 'path' && each.name === field)!.example),
        ),
        body: requestBody?.content['application/json']?.example ?? null,
        type: types.find((each) => each.name === operation.body?.name) ?? null,
      };
      return [id, samplesOf(call, types, security?.length !== 0)];
    }),
  );
  return { ...Object.fromEntries(samples), 'auth.token': [curlSample(TOKEN_SAMPLE)] };
}

function samplesOf(call: ExampleCall, types: ClientModel['types'], needsToken: boolean): Sample[] {
  return [
    { lang: 'JavaScript', label: 'JavaScript', source: typescript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
    { lang: 'Go', label: 'Go', source: goSample(call, types) },
    { lang: 'Ruby', label: 'Ruby', source: ruby(call) },
    { lang: 'PHP', label: 'PHP', source: php(call) },
    curlSample(curl(call, needsToken)),
  ];
}

function curlSample(source: string): Sample {
  return { lang: 'Shell', label: 'curl', source };
}

function typescript({ resource, operation, path, body }: ExampleCall): string {
  const given = [...path.map((each) => textIn(each, "'")), ...(body ? [typescriptValue(body)] : [])].join(', ');
  const call = `client.${camel(resource)}.${camel(operation.verb)}(${given})`;
  return operation.page
    ? `for await (const item of ${call}) console.log(item);`
    : `const result = await ${call};\nconsole.log(result);`;
}

function python({ resource, operation, path, body }: ExampleCall): string {
  const given = [...path.map((each) => textIn(each, '"')), ...pythonFields(body ?? {})];
  const call = `client.${resource.join('_')}.${operation.verb.join('_')}(${listText(given, PYTHON)})`;
  return operation.page ? `for item in ${call}:\n    print(item)` : `result = ${call}\nprint(result)`;
}

function ruby({ resource, operation, path, body }: ExampleCall): string {
  const given = [...path.map((each) => textIn(each, '"')), ...rubyFields(body ?? {})];
  const list = given.length === 0 ? '' : `(${listText(given, RUBY)})`;
  const call = `client.${resource.join('_')}.${operation.verb.join('_')}${list}`;
  return operation.page ? `${call}.each { |item| puts item }` : `result = ${call}\nputs result`;
}

function php({ resource, operation, path, body }: ExampleCall): string {
  const given = [...path.map((each) => textIn(each, "'")), ...(body ? [phpValue(body)] : [])].join(', ');
  const call = `$client->${camel(resource)}->${camel(operation.verb)}(${given})`;
  return operation.page
    ? `foreach (${call} as $item) {\n    print_r($item);\n}`
    : `$result = ${call};\nprint_r($result);`;
}

/** A body that is longer than a line has one field per line. */
const MAX_BODY_LINE = 60;

function jsonText(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= MAX_BODY_LINE ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
}

function curl({ operation, path, body }: ExampleCall, needsToken: boolean): string {
  const values = [...path];
  const url = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift()!));
  const isDefault = operation.method === 'GET' || (operation.method === 'POST' && body !== null);
  const options = [
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(operation.takesKey ? ['-H "Idempotency-Key: $(date +%s%N)"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${jsonText(body).replaceAll("'", `'\\''`)}'`] : []),
  ];
  return [`curl ${isDefault ? '' : `-X ${operation.method} `}"$BASE_URL${url}"`, ...options].join(' \\\n  ');
}
