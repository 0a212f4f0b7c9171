import { Check } from '../../components/checks.tsx';
import { SelectField, TextAreaField, TextField } from '../../components/form.tsx';
import type { Uploads } from '../../content/use-uploads.ts';
import { describePlatform, type Platform, platformName } from '../../platforms.ts';
import { Disclosure } from './disclosure.tsx';
import { type Draft, type DraftOptions, isCustomized } from './draft.ts';
import { FilesField } from './files-field.tsx';
import { OwnField } from './own-field.tsx';
import { errorsAt } from './rules.ts';
import { ThreadField } from './thread-field.tsx';
import type { FieldErrors } from './use-checks.ts';

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
      {draft.platforms.map((platform) => {
        const options = draft.options[platform] ?? {};
        return (
          <Disclosure
            key={platform}
            title={`Customize for ${platformName(platform)}`}
            summary={summaryOf(options)}
            isUsed={isCustomized(options)}
            hasError={errorsAt(errors, `/platform_options/${platform}`) !== null}
          >
            <PlatformFields
              draft={draft}
              platform={platform}
              options={options}
              errors={errors}
              uploads={uploads}
              onChange={(change) => onOptions(platform, change)}
            />
          </Disclosure>
        );
      })}
    </>
  );
}

const FIELD_NAMES = {
  text: 'text',
  files: 'files',
  thread: 'thread',
  firstComment: 'first comment',
  link: 'link',
  visibility: 'visibility',
} as const satisfies Record<keyof DraftOptions, string>;

/** Name the fields that options replace, for example `own text, files`. */
function summaryOf(options: DraftOptions): string {
  const names = (Object.keys(FIELD_NAMES) as (keyof DraftOptions)[])
    .filter((name) => options[name] !== undefined)
    .map((name) => FIELD_NAMES[name]);
  return names.length === 0 ? '' : `own ${names.join(', ')}`;
}

const VISIBILITY_NAMES = { public: 'Everyone', connections: 'Connections only' } as const;

interface PlatformFieldsProps {
  draft: Draft;
  platform: Platform;
  options: DraftOptions;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: DraftOptions) => void;
}

function PlatformFields({ draft, platform, options, errors, uploads, onChange }: PlatformFieldsProps) {
  const name = platformName(platform);
  const { showsLinkCards = false, hasThreads = false, visibilities } = describePlatform(platform);
  const own = `/platform_options/${platform}`;
  const at = (field: string) => errorsAt(errors, `${own}/${field}`);
  return (
    <>
      <Check
        label={`Custom text for ${name}`}
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
      <OwnField
        label={`Files for ${name}`}
        choices={{ same: 'Same as default', own: 'Custom files', none: 'No files' }}
        value={options.files}
        isNone={options.files?.length === 0}
        error={at('media')}
        values={{ own: draft.files, none: [] }}
        onValue={(files) => onChange({ files })}
      >
        <FilesField
          legend={`Files for ${name}`}
          files={options.files ?? []}
          pointer={`${own}/media`}
          errors={errors}
          uploads={uploads}
          onFiles={(files) => onChange({ files })}
        />
      </OwnField>
      {hasThreads && (
        <OwnField
          label={`Thread for ${name}`}
          choices={{ same: 'Same as default', own: 'Custom thread', none: 'No thread' }}
          value={options.thread}
          isNone={options.thread?.length === 0}
          error={at('thread')}
          values={{ own: draft.thread, none: [] }}
          onValue={(thread) => onChange({ thread })}
        >
          <ThreadField
            legend={`Thread for ${name}`}
            thread={options.thread ?? []}
            pointer={`${own}/thread`}
            errors={errors}
            uploads={uploads}
            onThread={(thread) => onChange({ thread })}
          />
        </OwnField>
      )}
      <OwnField
        label={`First comment for ${name}`}
        choices={{ same: 'Same as default', own: 'Custom comment', none: 'No comment' }}
        value={options.firstComment}
        isNone={!options.firstComment}
        error={at('first_comment')}
        values={{ own: draft.firstComment, none: null }}
        onValue={(firstComment) => onChange({ firstComment })}
      >
        <TextAreaField
          label={`Text of the comment for ${name}`}
          rows={2}
          value={options.firstComment ?? ''}
          error={at('first_comment')}
          onValue={(firstComment) => onChange({ firstComment })}
        />
      </OwnField>
      {showsLinkCards && (
        <TextField
          label={`Link preview for ${name}`}
          type="url"
          hint="Optional. An https URL to preview instead of the first link in the text. Not available with files."
          value={options.link ?? ''}
          error={at('link')}
          onValue={(link) => onChange({ link: link === '' ? undefined : link })}
        />
      )}
      {visibilities.length > 1 && (
        <SelectField
          label={`Visibility on ${name}`}
          options={visibilities.map((value) => ({ value, label: VISIBILITY_NAMES[value] }))}
          value={options.visibility ?? 'public'}
          error={at('visibility')}
          onValue={(value) => onChange({ visibility: value === 'public' ? undefined : value })}
        />
      )}
    </>
  );
}
