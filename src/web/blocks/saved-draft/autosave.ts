import { useEffect } from 'react'

/** How long typing pauses before it is remembered, in milliseconds. */
const PAUSE_MS = 300

/** Calls back after so many milliseconds; returns what takes that back. */
export type Later = (act: () => void, milliseconds: number) => () => void

export const laterInPage: Later = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

/** Remembers what is being typed, once typing pauses. */
export interface Autosave {
  /** Something was typed. */
  soon: () => void
  /** Remembers at once, and nothing waits any more. */
  now: () => void
  /** Nothing waits any more, and nothing is remembered. */
  cancel: () => void
}

export function createAutosave(save: () => void, later: Later): Autosave {
  let cancel = () => {}
  const now = () => {
    cancel()
    save()
  }
  return {
    soon: () => {
      cancel()
      cancel = later(save, PAUSE_MS)
    },
    now,
    cancel: () => cancel(),
  }
}

/** Remembers what waits to be remembered when the screen or the page is left. @param save the same function each time */
export function useSaveOnLeave(save: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])
}
