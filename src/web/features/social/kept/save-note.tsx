import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { SaveState } from '../draft-store/draft-saver.ts'
import { wordButton } from '../lanes/word-button.ts'

/** A short note whether the drafts on the screen are saved. */
export function SaveNote(props: {
  saveState: SaveState
  /** Whether there is a wallet to save them for. */
  signedIn: boolean
  onKeepNow: () => void
}) {
  const { saveState } = props
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
      {saveState.state === 'kept' && 'Kept'}
      {saveState.state === 'waiting' && 'Not kept yet'}
      {saveState.state === 'conflict' && <span className="text-warning">Not kept</span>}
      {saveState.state === 'failed' && (
        <>
          <span className="text-warning">{`Not kept yet. ${saveState.problem} `}</span>
          <button type="button" className={wordButton} onClick={props.onKeepNow}>
            Try again
          </button>
        </>
      )}
    </p>
  )
}

/** The notice that another tab has changed the same drafts. The person decides, and neither version is lost by it. */
export function ConflictNotice(props: {
  saveState: SaveState
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const { saveState } = props
  if (saveState.state !== 'conflict') return null
  return (
    <Notice
      tone="bad"
      title={
        saveState.theirs
          ? 'These drafts were changed in another tab'
          : 'These drafts were deleted in another tab'
      }
    >
      <p>
        What you see here is not kept. Keep it as drafts of its own
        {saveState.theirs && ', or show the other version'}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" className="max-md:min-h-11" onClick={props.onKeepMine}>
          {saveState.theirs ? 'Keep both' : 'Keep these'}
        </Button>
        {saveState.theirs && (
          <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={props.onTakeTheirs}>
            Show the other
          </Button>
        )}
      </div>
    </Notice>
  )
}
