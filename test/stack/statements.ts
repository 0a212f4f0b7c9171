import { ENCRYPTION_CONTEXTS } from '../../lib/core/crypto/contexts.ts';
import type { Synthesized } from './synthesized.ts';
import type { Touch } from './table-proxy.ts';

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

type Ref = { Ref?: string; 'Fn::GetAtt'?: [string, string]; 'Fn::Join'?: [string, unknown[]] };

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** The statements of every role, by the name of its function, or by its own name. */
export function getStatementsByRole({ resources }: Synthesized): Map<string, Statement[]> {
  const ownerOf = new Map<string, string>();
  for (const { Type, Properties, Metadata } of Object.values(resources)) {
    if (Type !== 'AWS::Lambda::Function') continue;
    ownerOf.set((Properties.Role as Ref)['Fn::GetAtt']![0], String(Metadata?.Function));
  }
  const roles = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  const found = new Map<string, Statement[]>(roles.map(([id]) => [ownerOf.get(id) ?? nameOf(id), []]));
  for (const [id, { Properties }] of roles) {
    const policies = (Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
    found.get(ownerOf.get(id) ?? nameOf(id))!.push(...policies.flatMap((own) => own.PolicyDocument.Statement));
  }
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== 'AWS::IAM::Policy') continue;
    const { Statement } = Properties.PolicyDocument as { Statement: Statement[] };
    for (const role of Properties.Roles as Ref[]) {
      found.get(ownerOf.get(role.Ref!) ?? nameOf(role.Ref!))!.push(...Statement);
    }
  }
  return found;
}

/** A logical id without the hash that the CDK appends. */
function nameOf(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

/** The name of a resource of a statement: `PublishQueueTwitter`, `Table/index/by_due`, or its ARN. */
export function resourceName(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = resource as Ref;
  if (Ref) return `<${Ref}>`;
  if (attribute) return nameOf(attribute[0]) + (attribute[1] === 'StreamArn' ? '/stream' : '');
  return join![1].map(resourceName).join('');
}

/** The kinds of items a statement is limited to, such as `CONTENT KEY`, or `every kind`. */
export function kindsOf(statement: Statement): string {
  const patterns = patternsOf(statement);
  if (!patterns) return 'every kind';
  return patterns
    .map((pattern) => pattern.replace(/^WS#\?{29}$/, 'WORKSPACE').replace(/^WS#\?{29}#/, ''))
    .map((pattern) => pattern.replace(/#(\*|\?{29})$/, ''))
    .sort()
    .join(' ');
}

/** The kind of secrets that the encryption context of a statement stands for, or `any`. */
export function secretKindOf(statement: Statement): string {
  const kinds = Object.entries(ENCRYPTION_CONTEXTS).filter(([, fields]) => {
    const { 'ForAllValues:StringEquals': keys, StringLike: values } = statement.Condition ?? {};
    const named = Object.keys(values ?? {}).sort();
    return (
      JSON.stringify(keys?.['kms:EncryptionContextKeys']) === JSON.stringify(fields) &&
      JSON.stringify(named) === JSON.stringify(fields.map((field) => `kms:EncryptionContext:${field}`))
    );
  });
  return kinds.length === 1 ? kinds[0]![0] : 'any';
}

/** Whether a statement allows a use of the KMS key with this encryption context. */
export function allowsContext({ Action, Condition = {} }: Statement, action: string, context: object): boolean {
  const keys = Condition['ForAllValues:StringEquals']?.['kms:EncryptionContextKeys'] as string[] | undefined;
  const needed = Object.keys(Condition.StringLike ?? {}).map((name) => name.replace('kms:EncryptionContext:', ''));
  return (
    list(Action).includes(action) &&
    Object.keys(context).every((key) => keys?.includes(key) ?? true) &&
    needed.every((field) => Object.hasOwn(context, field))
  );
}

/** Whether a statement allows an access to the table or a use of the KMS key. */
export function allows(statement: Statement, { action, resource, pk, context }: Touch): boolean {
  if (context) return allowsContext(statement, action, context);
  const patterns = patternsOf(statement);
  return (
    list(statement.Action).includes(action) &&
    list(statement.Resource).map(resourceName).includes(resource) &&
    (patterns === null || patterns.some((pattern) => like(pattern, pk)))
  );
}

function patternsOf({ Condition }: Statement): string[] | null {
  return (Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[]) ?? null;
}

/** IAM's StringLike operator. */
function like(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[$()+.[\\\]^{|}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(text);
}

/** Split a statement on the table into one per kind of item or index, and one on the KMS key into one per use. */
export function getPermissions(statement: Statement): { text: string; alone: Statement }[] {
  const [action = ''] = list(statement.Action);
  if (action.startsWith('kms:')) {
    const kind = secretKindOf(statement);
    return list(statement.Action).map((use) => ({ text: `${use} ${kind}`, alone: { ...statement, Action: use } }));
  }
  if (!/^dynamodb:(Get|Query|Put|PartiQL|Update|Delete)/.test(action)) return [];
  return list(statement.Resource).flatMap((resource) =>
    (patternsOf(statement) ?? ['*']).map((pattern) => ({
      text: `${action} ${resourceName(resource)} ${pattern}`,
      alone: {
        ...statement,
        Resource: resource,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] } },
      },
    })),
  );
}
