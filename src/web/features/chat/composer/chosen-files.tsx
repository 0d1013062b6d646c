import { type RefObject, useEffect, useEffectEvent } from 'react'
import { sizeOf } from '../../../blocks/files/chosen-file.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.tsx'
import type { ChosenFile } from './upload-file.ts'
import type { useFiles } from './use-files.ts'

interface Props {
  files: Pick<ReturnType<typeof useFiles>, 'files' | 'areStored' | 'remove' | 'sendAgain'>
  /** Whether a message was submitted that waits for its files. */
  isHeld: boolean
  /** Nothing waits any more. */
  release: () => void
  onSend: () => void
  input: RefObject<HTMLElement | null>
}

/** The files of the next message, which is sent once they are stored. One that was refused has to be removed first. */
export default function ChosenFiles({ isHeld, release, ...props }: Props) {
  const { files, areStored, remove, sendAgain } = props.files
  const send = useEffectEvent(props.onSend)
  useEffect(() => {
    if (isHeld && areStored) send()
  }, [isHeld, areStored])
  const refused = files.find(({ state }) => typeof state === 'object')
  return (
    <>
      <ul aria-label={texts.files} className="flex flex-wrap gap-2 px-3 pt-3">
        {files.map((file) => (
          <Chosen
            key={file.id}
            file={file}
            onRemove={() => {
              release()
              remove(file)
              props.input.current?.focus()
            }}
            onAgain={() => sendAgain(file)}
          />
        ))}
      </ul>
      {isHeld && !areStored && (
        <p role="alert" className="px-3 pt-2 text-sm text-warning">
          {refused ? texts.heldForRefused(refused.name) : texts.heldForUpload}
        </p>
      )}
    </>
  )
}

function Chosen(props: { file: ChosenFile; onRemove: () => void; onAgain: () => void }) {
  const { file } = props
  const { state } = file
  const isRefused = typeof state === 'object'
  return (
    <li
      // Takes the focus from what goes when it is pressed.
      tabIndex={-1}
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
        <span role={isRefused ? 'alert' : undefined} className={isRefused ? 'text-[#ff8ba0]' : 'text-muted'}>
          {isRefused ? state.problem : state === 'sending' ? texts.uploading : sizeOf(file.bytes)}
          {isRefused && state.again && file.file && (
            <button
              type="button"
              className="-my-2 ml-2 py-2 text-cyan underline underline-offset-3 hover:text-text max-md:-my-3 max-md:py-3"
              onClick={({ currentTarget }) => {
                currentTarget.closest('li')?.focus()
                props.onAgain()
              }}
            >
              {texts.sendAgain}
            </button>
          )}
        </span>
      </span>
      {state !== 'sending' && (
        <IconButton label={texts.removeNamed(file.name)} onClick={props.onRemove}>
          <CloseIcon width={15} height={15} />
        </IconButton>
      )}
    </li>
  )
}
