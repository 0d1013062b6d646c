import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { acceptedFiles } from '../../../blocks/files/chosen-file.ts'
import { useKeepPage } from '../../../blocks/files/use-keep-page.ts'
import { UploadIcon } from '../../../ui/icons.tsx'
import * as texts from './texts.ts'

/** Accepts documents by drag and drop or by the file dialog, several at a time. */
export function DropFiles(props: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const id = useId()
  const [over, setOver] = useState(false)
  useKeepPage()
  const take = (files: FileList | null) => {
    if (files && files.length > 0) props.onFiles([...files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop needs a place; the button in it does the same by keyboard
    <div
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={`grid gap-2 border border-dashed p-4 transition-colors ${over ? 'border-cyan bg-cyan/8' : 'border-line-strong'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          id={id}
          type="file"
          multiple
          accept={acceptedFiles}
          aria-describedby={`${id}-hint`}
          className="peer sr-only"
          onChange={({ target }) => {
            take(target.files)
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
        <label
          htmlFor={id}
          className="button button-small cut hairline cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-cyan max-md:min-h-11"
        >
          <UploadIcon width={16} height={16} />
          {texts.chooseFiles}
        </label>
        <span className="text-sm text-muted pointer-coarse:hidden">{texts.orDrop}</span>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {props.children}
      </p>
    </div>
  )
}
