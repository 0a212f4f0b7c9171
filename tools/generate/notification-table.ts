import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const NOTIFICATION_TABLE_PATH = 'lib/notifications/rules/kinds.ts';

const LIB = join(import.meta.dirname, '../../lib');

/** Render the list of all kinds of notifications, which each feature declares in its `notifications.ts`. */
export function renderNotificationTable(): string {
  const modules = globSync('*/notifications.ts', { cwd: LIB })
    .sort()
    .map((file) => {
      const text = readFileSync(join(LIB, file), 'utf8');
      return {
        file,
        names: [...text.matchAll(/^export const (\w+) = .*defineNotification\(/gm)].map(([, name]) => name!),
      };
    });
  const imported = [
    ...modules.map(({ file, names }) => [`../../${file}`, `{ ${names.sort().join(', ')} }`]),
    ['../../core/events/define-notification.ts', 'type { NotificationDeclaration }'],
  ];
  const imports = imported.sort().map(([path, names]) => `import ${names} from '${path}';`);
  const names = modules.flatMap((module) => module.names);
  return `// Generated from the notifications of the features by \`npm run generate\`; do not edit.
${imports.join('\n')}

const ALL = [
${names.map((name) => `  ${name},`).join('\n')}
] as const;

export type NotificationKind = (typeof ALL)[number]['kind'];

// In functions, so that a bundle without a use of them has neither.
const kindsByPlace = () => ALL.toSorted((one, other) => one.place - other.place).map(({ kind }) => kind);
const declarationByKind = () => Object.fromEntries(ALL.map((each) => [each.kind, each]));

/** Every kind of notification, in the order of their places. */
export const NOTIFICATION_KINDS = /* @__PURE__ */ kindsByPlace();

/** The declaration of each kind. */
export const KINDS = /* @__PURE__ */ declarationByKind() as {
  [Kind in NotificationKind]: NotificationDeclaration<Kind>;
};
`;
}
