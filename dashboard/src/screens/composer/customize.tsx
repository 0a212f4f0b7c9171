import { useEffect, useRef, useState } from 'preact/hooks';
import { Check } from '../../components/checks.tsx';
import { SelectField, TextAreaField, TextField } from '../../components/form.tsx';
import { describePlatform, type Platform, platformName } from '../../platforms.ts';
import { type Draft, type DraftOptions, isCustomized } from './draft.ts';
import { FilesField } from './files-field.tsx';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';
import type { Uploads } from './use-uploads.ts';

interface CustomizeProps {
  draft: Draft;
  errors: FieldErrors;
  uploads: Uploads;
  onOptions: (platform: Platform, change: DraftOptions) => void;
}

/** What each chosen platform publishes in place of the fields of all platforms. */
export function Customize({ draft, errors, uploads, onOptions }: CustomizeProps) {
  return (
    <>
      {draft.platforms.map((platform) => (
        <CustomizePlatform
          key={platform}
          draft={draft}
          platform={platform}
          options={draft.options[platform] ?? {}}
          errors={errors}
          uploads={uploads}
          onChange={(change) => onOptions(platform, change)}
        />
      ))}
    </>
  );
}

interface PlatformProps {
  draft: Draft;
  platform: Platform;
  options: DraftOptions;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: DraftOptions) => void;
}

/** The fields of one platform. They are open at first if any of them is used, and whenever one is rejected. */
function CustomizePlatform(props: PlatformProps) {
  const { platform, options, errors } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const hasError = errorsAt(errors, `/platform_options/${platform}`) !== null;
  useEffect(() => {
    if (details.current && (hasError || isCustomized(options))) details.current.open = true;
  }, [hasError]);
  return (
    <details ref={details} class="customize">
      <summary>
        Customize for {platformName(platform)}
        <span class="muted"> {summaryOf(options)}</span>
      </summary>
      <PlatformFields {...props} />
    </details>
  );
}

const FIELD_NAMES = ['text', 'files', 'link', 'visibility'] as const satisfies (keyof DraftOptions)[];

/** Name the fields that options replace, for example `own text, files`. */
export function summaryOf(options: DraftOptions): string {
  const names = FIELD_NAMES.filter((name) => options[name] !== undefined);
  return names.length === 0 ? '' : `own ${names.join(', ')}`;
}

const VISIBILITY_NAMES = { public: 'Everyone', connections: 'Connections only' } as const;

type FilesChoice = 'same' | 'own' | 'none';

const FILES_CHOICES: readonly { value: FilesChoice; label: string }[] = [
  { value: 'same', label: 'Those of all platforms' },
  { value: 'own', label: 'Other files, order or alternative texts' },
  { value: 'none', label: 'No files' },
];

function PlatformFields({ draft, platform, options, errors, uploads, onChange }: PlatformProps) {
  // Files of its own of which there are none yet.
  const [wantsOwn, setWantsOwn] = useState(false);
  const name = platformName(platform);
  const { showsLinkCards = false, visibilities } = describePlatform(platform);
  const at = (field: string) => errorsAt(errors, `/platform_options/${platform}/${field}`);
  const hasOwn = wantsOwn || (options.files?.length ?? 0) > 0;
  const choice: FilesChoice = options.files === undefined ? 'same' : hasOwn ? 'own' : 'none';
  return (
    <div class="customize-fields">
      <Check
        label={`Own text for ${name}`}
        checked={options.text !== undefined}
        onChecked={(checked) => onChange({ text: checked ? draft.text : undefined })}
      />
      {options.text !== undefined && (
        <TextAreaField
          label={`Text for ${name}`}
          error={at('text')}
          rows={4}
          value={options.text}
          onValue={(text) => onChange({ text })}
        />
      )}
      <SelectField
        label={`Files for ${name}`}
        options={FILES_CHOICES}
        value={choice}
        error={choice === 'none' ? at('media') : null}
        onValue={(chosen) => {
          setWantsOwn(chosen === 'own');
          onChange({ files: { same: undefined, own: draft.files, none: [] }[chosen] });
        }}
      />
      {options.files !== undefined && choice === 'own' && (
        <FilesField
          legend={`Files for ${name}`}
          files={options.files}
          pointer={`/platform_options/${platform}/media`}
          errors={errors}
          uploads={uploads}
          onFiles={(files) => onChange({ files })}
        />
      )}
      {showsLinkCards && (
        <TextField
          label={`Link card for ${name}`}
          type="url"
          hint="Optional. An https address whose card the post shows, in place of the first link in the text. Not with files."
          value={options.link ?? ''}
          error={at('link')}
          onValue={(link) => onChange({ link: link === '' ? undefined : link })}
        />
      )}
      {visibilities.length > 1 && (
        <SelectField
          label={`Visible on ${name} to`}
          options={visibilities.map((value) => ({ value, label: VISIBILITY_NAMES[value] }))}
          value={options.visibility ?? 'public'}
          error={at('visibility')}
          onValue={(value) => onChange({ visibility: value === 'public' ? undefined : value })}
        />
      )}
    </div>
  );
}
