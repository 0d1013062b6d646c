import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { SaveState } from '../draft-store/draft-saver.ts'
import { wordButton } from '../lanes/word-button.ts'
import * as texts from '../texts.ts'

export function SaveNote(props: {
  saveState: SaveState
  /** Whether there is a wallet to save them for. */
  signedIn: boolean
  onKeepNow: () => void
}) {
  const { saveState } = props
  if (!props.signedIn)
    return (
      <p className="text-13 text-muted">
        {texts.inThisTab}
        <button type="button" className={wordButton} onClick={() => void requireSignIn()}>
          {texts.signInToSave}
        </button>
      </p>
    )
  return (
    <p role="status" className="text-13 text-muted">
      {saveState.state === 'kept' && texts.isSaved}
      {saveState.state === 'waiting' && texts.notSavedYet}
      {saveState.state === 'conflict' && <span className="text-warning">{texts.notSaved}</span>}
      {saveState.state === 'failed' && (
        <>
          <span className="text-warning">{texts.notSavedBecause(saveState.problem)}</span>
          <button type="button" className={wordButton} onClick={props.onKeepNow}>
            {texts.tryAgain}
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
    <Notice tone="bad" title={saveState.theirs ? texts.changedElsewhere : texts.deletedElsewhere}>
      <p>{saveState.theirs ? texts.keepOrSwitch : texts.keepOrLose}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" className="max-md:min-h-11" onClick={props.onKeepMine}>
          {saveState.theirs ? texts.keepBoth : texts.keepThese}
        </Button>
        {saveState.theirs && (
          <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={props.onTakeTheirs}>
            {texts.showOther}
          </Button>
        )}
      </div>
    </Notice>
  )
}
