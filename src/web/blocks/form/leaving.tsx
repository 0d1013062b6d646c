import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeFocus } from '../../lib/change-focus.ts'
import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'

export interface Leaving {
  isAsked: boolean
  /** The form calls this with each change. */
  setDirty: (dirty: boolean) => void
  /**
   * Closes the form if it has no unsaved changes. Otherwise it asks, and a second call withdraws the question.
   * @returns whether the form stays open
   */
  tryToLeave: () => boolean
  stay: () => void
  discard: () => void
}

export function useLeaving(onClose: () => void): Leaving {
  const [isDirty, setDirtyState] = useState(false)
  const dirty = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const left = useRef<Element>(null)
  const [setDirty] = useState(() => (now: boolean) => {
    dirty.current = now
    setDirtyState(now)
    if (!now) setAsked(false)
  })
  const ask = () => {
    left.current = document.activeElement
    setAsked(true)
  }
  const stay = () =>
    changeFocus(
      () => setAsked(false),
      () => (left.current instanceof HTMLElement ? left.current : null),
    )
  useAskedOnBack(isDirty, () => isAsked || ask())
  return {
    isAsked,
    setDirty,
    tryToLeave() {
      if (!dirty.current) onClose()
      else if (isAsked) stay()
      else ask()
      return dirty.current
    },
    stay,
    discard: onClose,
  }
}

/**
 * While something is unsaved, an entry of the same address lies above the page's own in the browser's history: Back goes
 * from that one to the page's own and asks, as Escape does. The browser itself asks before a reload.
 */
function useAskedOnBack(isDirty: boolean, ask: () => void) {
  const onBack = useEffectEvent(ask)
  useEffect(() => {
    if (!isDirty) return
    const onPop = () => {
      hold()
      onBack()
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    hold()
    window.removeEventListener('popstate', passSpare)
    window.addEventListener('popstate', onPop)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      window.removeEventListener('popstate', onPop)
      window.removeEventListener('beforeunload', onUnload)
      spare = window.history.state?.key
      window.addEventListener('popstate', passSpare)
    }
  }, [isDirty])
}

/** The router's key of the page's own entry, below one that is not needed any more; the first one has none. */
let spare: unknown

const isHeld = () => window.history.state?.isHeld === true

function hold(): void {
  if (!isHeld()) window.history.pushState({ ...window.history.state, isHeld: true }, '')
}

/**
 * An entry that is not needed any more stays, since going back at once could undo where a link is leading meanwhile. Back
 * from it passes the page's own.
 */
function passSpare(): void {
  if (isHeld()) return
  window.removeEventListener('popstate', passSpare)
  if (spare !== undefined && window.history.state?.key === spare) window.history.back()
}

/** For a form that begins empty. @param typed all its texts */
export function useTypedIsDirty({ setDirty }: Leaving, ...typed: string[]): void {
  const isDirty = typed.some((text) => text !== '')
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
}

/** Asks in place of the buttons of what would be lost. */
export function LeaveQuestion(props: { leaving: Leaving; title: string; stay: string; discard: string }) {
  const { leaving } = props
  return (
    <div role="alert" className="grid gap-3">
      <p className="font-medium">{props.title}</p>
      <div className="flex flex-wrap gap-3">
        {/* The question responds to the attempt to close, so it scrolls into view and takes the focus. */}
        <Button autoFocus onClick={leaving.stay}>
          {props.stay}
        </Button>
        <Button tone="danger" onClick={leaving.discard}>
          {props.discard}
        </Button>
      </div>
    </div>
  )
}

/** Save and cancel, or the question whether to discard unsaved changes. */
export function SaveButtons(props: { busy: boolean; leaving: Leaving; save?: ReactNode }) {
  const { leaving } = props
  if (leaving.isAsked)
    return (
      <LeaveQuestion
        leaving={leaving}
        title={texts.notSaved}
        stay={texts.keepEditing}
        discard={texts.discard}
      />
    )
  return (
    <div className="flex flex-wrap gap-3">
      {props.save ?? (
        <Button type="submit" tone="primary" aria-disabled={props.busy}>
          {props.busy ? texts.saving : texts.saveChanges}
        </Button>
      )}
      <Button onClick={leaving.discard}>{texts.cancel}</Button>
    </div>
  )
}
