import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { Keeping } from '../desk/keeper.ts'
import { wordButton } from '../lanes/word-button.ts'

/** Whether the drafts on the screen are kept, in a word. */
export function KeepingNote(props: {
  keeping: Keeping
  /** Whether there is a wallet to keep them for. */
  signedIn: boolean
  onKeepNow: () => void
}) {
  const { keeping } = props
  if (!props.signedIn)
    return (
      <p className="text-[13px] text-muted">
        {'Kept in this tab only · '}
        <button type="button" className={wordButton} onClick={() => void requireSignIn()}>
          Sign in to keep them
        </button>
      </p>
    )
  return (
    <p role="status" className="text-[13px] text-muted">
      {keeping.state === 'kept' && 'Kept'}
      {keeping.state === 'waiting' && 'Not kept yet'}
      {keeping.state === 'conflict' && <span className="text-warning">Not kept</span>}
      {keeping.state === 'failed' && (
        <>
          <span className="text-warning">{`Not kept yet. ${keeping.problem} `}</span>
          <button type="button" className={wordButton} onClick={props.onKeepNow}>
            Try again
          </button>
        </>
      )}
    </p>
  )
}

/** Another tab has gone on with the same drafts: a person decides, and neither version is lost by it. */
export function ConflictNotice(props: {
  keeping: Keeping
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const { keeping } = props
  if (keeping.state !== 'conflict') return null
  return (
    <Notice
      tone="bad"
      title={
        keeping.theirs
          ? 'These drafts were changed in another tab'
          : 'These drafts were deleted in another tab'
      }
    >
      <p>
        What you see here is not kept. Keep it as drafts of its own
        {keeping.theirs && ', or show the other version'}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" className="max-md:min-h-11" onClick={props.onKeepMine}>
          {keeping.theirs ? 'Keep both' : 'Keep these'}
        </Button>
        {keeping.theirs && (
          <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={props.onTakeTheirs}>
            Show the other
          </Button>
        )}
      </div>
    </Notice>
  )
}
