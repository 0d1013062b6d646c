import { sizeOf } from '../../../blocks/files/chosen-file.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.tsx'
import type { ChosenFile } from './upload-file.ts'

export default function ChosenFiles(props: {
  files: readonly ChosenFile[]
  onRemove: (file: ChosenFile) => void
  onAgain: (file: ChosenFile) => void
}) {
  return (
    <ul aria-label={texts.files} className="flex flex-wrap gap-2 px-3 pt-3">
      {props.files.map((file) => {
        const { state } = file
        const isRefused = typeof state === 'object'
        return (
          <li
            key={file.id}
            className={`flex max-w-full items-center gap-1 border pl-3 text-13 leading-snug ${isRefused ? 'border-[#ff8ba0]/50' : 'border-line-strong'}`}
          >
            {file.picture && (
              <Picture
                src={`/api/sources/${file.id}/file`}
                alt=""
                width={36}
                height={36}
                className="-ml-1.5 size-9 flex-none object-cover"
              />
            )}
            <span className="grid min-w-0 py-1.5">
              <span className="truncate">{file.name}</span>
              <span
                role={isRefused ? 'alert' : undefined}
                className={isRefused ? 'text-[#ff8ba0]' : 'text-muted'}
              >
                {isRefused ? state.problem : state === 'sending' ? texts.uploading : sizeOf(file.bytes)}
                {isRefused && state.again && file.file && (
                  <button
                    type="button"
                    className="-my-2 ml-2 py-2 text-cyan underline underline-offset-3 hover:text-text max-md:-my-3 max-md:py-3"
                    onClick={() => props.onAgain(file)}
                  >
                    {texts.sendAgain}
                  </button>
                )}
              </span>
            </span>
            {state !== 'sending' && (
              <IconButton label={texts.removeNamed(file.name)} onClick={() => props.onRemove(file)}>
                <CloseIcon width={15} height={15} />
              </IconButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}
