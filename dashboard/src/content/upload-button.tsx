import { Upload } from 'lucide-preact';
import type { Ref } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../language/texts.ts';

interface UploadButtonProps {
  isPrimary?: boolean;
  isDisabled?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onFiles: (files: FileList) => void;
}

/** A button that lets a person choose images and videos. While it is disabled, it keeps the focus. */
export function UploadButton({ isPrimary = false, isDisabled = false, buttonRef, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*,video/*"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        ref={buttonRef}
        class={isPrimary ? 'primary' : undefined}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && input.current?.click()}
      >
        <Upload size={18} /> {t('content.uploadFiles')}
      </button>
    </>
  );
}
