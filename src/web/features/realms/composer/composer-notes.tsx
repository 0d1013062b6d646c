import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { UsedCount } from '../../../blocks/messages/field-count.tsx'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { RealmHere, Writing } from '../live/realm-room.ts'
import * as texts from './texts.ts'

const inline =
  '-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text disabled:text-muted max-md:-my-3 max-md:py-3'

/** The notes below the field: why it is disabled, what is wrong with the text, and the state of the last message. */
export function ComposerNotes(props: {
  room: Pick<RealmHere, 'muted' | 'mutedUntil' | 'banned' | 'gone'>
  /** Seconds until the viewer may write again; 0 if they may now. */
  slow: number
  writing: Writing
  /** Whether there is a connected wallet or a session. */
  mayTakePart: boolean
  /** The number of characters, once it is near the limit. */
  used: number | undefined
  faultId: string
  onRetry: () => void
  /** Gives the field the focus of a button that goes. */
  toInput: () => void
}) {
  const { room, writing, mayTakePart } = props
  const { draft, fault } = writing
  const blank = draft.trim() === ''
  const silent = mayTakePart && (room.gone || room.muted)
  return (
    <div className="flex min-h-6 items-start justify-between gap-4 px-1 pt-2 text-13 text-soft">
      <div className="min-w-0">
        {!mayTakePart && !room.gone && (
          <p>
            {texts.openToRead}
            <button type="button" className={inline} onClick={() => void requireSignIn()}>
              {texts.connectWallet}
            </button>
          </p>
        )}
        {fault && !silent && (
          <p id={props.faultId} role="alert" className="text-sm text-[#ff8ba0]">
            {fault}
          </p>
        )}
        <div role="status">
          {silent
            ? // The screen says that a realm is gone.
              !room.gone && <p>{room.banned ?? texts.youAreMuted(room.mutedUntil)}</p>
            : mayTakePart &&
              (props.slow > 0 ? <SlowNote seconds={props.slow} /> : <Outcome {...props} blank={blank} />)}
        </div>
        {silent && !blank && (
          <div className="flex items-center gap-1">
            <p>{texts.draftKept}</p>
            <CopyButton text={draft} label={texts.copyDraft} />
          </div>
        )}
      </div>
      <UsedCount used={props.used} max={limits.realmMessage} isBad={fault !== undefined} />
    </div>
  )
}

/** A screen reader is told once, not each second. */
function SlowNote({ seconds }: { seconds: number }) {
  const [atFirst] = useState(seconds)
  return (
    <p>
      <span className="sr-only">{texts.slowWait(atFirst)}</span>
      <span aria-hidden="true" className="tabular-nums">
        {texts.slowWait(seconds)}
      </span>
    </p>
  )
}

function Outcome(props: { writing: Writing; blank: boolean; onRetry: () => void; toInput: () => void }) {
  const { sending, fault, takeBack } = props.writing
  const press = (act: () => void) => () => {
    act()
    props.toInput()
  }
  if (sending.state === 'waiting')
    return (
      <p className="flex flex-wrap gap-x-3">
        {texts.waitingToSend}
        <button type="button" className={inline} onClick={press(takeBack)}>
          {texts.takeBack}
        </button>
      </p>
    )
  if (sending.state !== 'failed' || props.blank || fault) return null
  return (
    <>
      <p>
        {texts.notSent}
        <button type="button" className={inline} onClick={press(props.onRetry)}>
          {texts.retry}
        </button>
      </p>
      <p className="mt-1 text-muted">{sending.problem}</p>
    </>
  )
}
