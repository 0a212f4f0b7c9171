import type { RawResource, RawTemplate } from './cloud-assembly.ts';

type Replace = (name: string, argument: unknown) => unknown;

/**
 * Return a template with the resources of its nested stacks in place of them, and with the values of its mappings.
 *
 * A reference to a parameter of a nested stack is what the template passes, and one to an output is the value of the output.
 * `readNested` reads the template of a nested stack, whose resource has this logical id. Throws for an unknown output, and when two resources have one logical id.
 */
export function inlineNestedStacks(
  template: RawTemplate,
  readNested: (stack: RawResource, id: string) => RawTemplate,
): RawTemplate {
  const own: RawTemplate['Resources'] = {};
  const nested: RawTemplate['Resources'] = {};
  const outputs = new Map<string, unknown>();
  for (const [id, resource] of Object.entries(template.Resources)) {
    if (resource.Type !== 'AWS::CloudFormation::Stack') {
      own[id] = resource;
      continue;
    }
    const inner = readNested(resource, id);
    const parameters = (resource.Properties?.Parameters ?? {}) as Record<string, unknown>;
    const resolved = replaceIn(inner, (name, argument) => {
      if (name === 'Ref' && Object.hasOwn(parameters, String(argument))) return parameters[String(argument)];
      return valueOfMapping(inner, name, argument);
    });
    for (const [innerId, each] of Object.entries(resolved.Resources)) {
      if (template.Resources[innerId]) throw new Error(`Two stacks have a resource ${innerId}.`);
      nested[innerId] = each;
    }
    for (const [name, { Value }] of Object.entries(resolved.Outputs ?? {})) outputs.set(`${id}.Outputs.${name}`, Value);
  }
  const { Resources, Outputs } = replaceIn({ ...template, Resources: own }, (name, argument) => {
    const attribute = name === 'Fn::GetAtt' ? [argument].flat().join('.') : '';
    if (outputs.has(attribute)) return outputs.get(attribute);
    if (/\.Outputs\./.test(attribute)) throw new Error(`No nested stack has the output ${attribute}.`);
    return valueOfMapping(template, name, argument);
  });
  return { Resources: { ...Resources, ...nested }, Outputs };
}

function valueOfMapping({ Mappings }: RawTemplate, name: string, argument: unknown): unknown {
  if (name !== 'Fn::FindInMap') return undefined;
  const [mapping, first, second] = argument as [string, string, string];
  return Mappings?.[mapping]?.[first]?.[second];
}

/** Copy a value, and replace each intrinsic function for which `replace` returns a value. */
function replaceIn<T>(value: T, replace: Replace): T {
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, replace)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  const replaced = entries.length === 1 && name !== undefined ? replace(name, argument) : undefined;
  if (replaced !== undefined) return replaced as T;
  return Object.fromEntries(entries.map(([key, each]) => [key, replaceIn(each, replace)])) as T;
}
