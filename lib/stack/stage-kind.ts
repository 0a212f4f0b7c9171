const STAGE_KINDS = ['development', 'production', 'local'] as const;

/** What decides the defaults and the rules of a stage. One stage of each kind has its name. */
export type StageKind = (typeof STAGE_KINDS)[number];

// The longest name of a resource that has a limit of 64 characters is that of a CloudFront function:
// `ContentIntelligence-<stage>-<region>-api`. The longest name of a region has 14.
const MAX_NAME_LENGTH = 24;

/** Return whether a stage of this name is that of its kind, and needs no file. */
export function isStageKind(name: string): name is StageKind {
  return STAGE_KINDS.some((each) => each === name);
}

/**
 * Return the kind of a stage: its name, or for another name what its file says, which `readDeclared` reads. Throws on a
 * name that no resource can have, and without a kind.
 */
export function parseStageKind(name: string, readDeclared: () => unknown = () => undefined): StageKind {
  if (isStageKind(name)) return name;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > MAX_NAME_LENGTH) {
    const form = `lower-case letters, digits and single hyphens, at most ${MAX_NAME_LENGTH}`;
    throw new Error(`No stage can have the name "${name}": ${form}.`);
  }
  const declared = readDeclared();
  if (declared === 'development' || declared === 'production') return declared;
  throw new Error(
    `No stage "${name}". Stages: ${STAGE_KINDS.join(', ')}. Another one has a file settings/${name}.json with its "kind", "development" or "production".`,
  );
}
