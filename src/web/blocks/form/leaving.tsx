import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** The leaving of a form whose changes may not be saved. */
export interface Leaving {
  /** Whether the person wants to leave with unsaved changes, and is asked. */
  isAsked: boolean
  /** Called by the form with each change, so that its dialog knows. */
  setDirty: (dirty: boolean) => void
  /** Closes what has no unsaved changes, else asks; asked for twice, it stays. @returns whether it asks or stays */
  tryToLeave: () => boolean
  stay: () => void
  discard: () => void
}

/** Asks before unsaved changes are lost. @param onClose takes the form away */
export function useLeaving(onClose: () => void): Leaving {
  const dirty = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const [setDirty] = useState(() => (now: boolean) => {
    dirty.current = now
    if (!now) setAsked(false)
  })
  return {
    isAsked,
    setDirty,
    tryToLeave() {
      if (dirty.current) setAsked(!isAsked)
      else onClose()
      return dirty.current
    },
    stay: () => setAsked(false),
    discard: onClose,
  }
}

/** The buttons of a form that changes something: saving and leaving, or the question whether to lose what is not saved. */
export function SaveButtons(props: {
  busy: boolean
  leaving: Leaving
  /** In place of the button that saves. */
  save?: ReactNode
}) {
  const { leaving } = props
  if (leaving.isAsked)
    return (
      <div role="alert" className="grid gap-3">
        <p className="font-medium">Your changes are not saved.</p>
        <div className="flex flex-wrap gap-3">
          {/* The question answers the attempt to close, so it comes into sight and takes the focus. */}
          <Button autoFocus onClick={leaving.stay}>
            Keep editing
          </Button>
          <Button tone="danger" onClick={leaving.discard}>
            Discard them
          </Button>
        </div>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {props.save ?? (
        <Button type="submit" tone="primary" aria-disabled={props.busy}>
          {props.busy ? 'Saving' : 'Save changes'}
        </Button>
      )}
      <Button onClick={leaving.discard}>Cancel</Button>
    </div>
  )
}
