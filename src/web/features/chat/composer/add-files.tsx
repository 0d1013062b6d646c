import { useId } from 'react'
import { acceptedFiles, acceptedPictures } from '../../../blocks/files/chosen-file.ts'
import { iconButton } from '../../../blocks/messages/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import * as texts from '../texts.tsx'

export function AddFiles(props: {
  onFiles: (files: readonly File[]) => void
  onRefused: (() => void) | null
}) {
  const id = useId()
  const { onRefused } = props
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        accept={`${acceptedFiles},${acceptedPictures}`}
        aria-label={texts.addFilesPictures}
        className="peer sr-only"
        onClick={(event) => {
          if (!onRefused) return
          event.preventDefault()
          onRefused()
        }}
        onChange={({ target }) => {
          props.onFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        title={texts.addFilesPictures}
        className={`${iconButton} size-11 flex-none cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-cyan`}
      >
        <PaperclipIcon />
      </label>
    </>
  )
}

const PaperclipIcon = () => (
  <Icon width={19} height={19}>
    <path d="M20 11l-8.5 8.5a5 5 0 01-7-7L13 4a3.3 3.3 0 014.7 4.7l-8.5 8.4a1.7 1.7 0 01-2.4-2.4l7.8-7.7" />
  </Icon>
)
