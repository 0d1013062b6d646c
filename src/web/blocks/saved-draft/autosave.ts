import { useEffect } from 'react'

const PAUSE_MS = 300

/** Returns a function that cancels it. */
export type Later = (act: () => void, milliseconds: number) => () => void

export const laterInPage: Later = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

interface Autosave {
  soon: () => void
  now: () => void
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

/** @param save must be the same function at every render */
export function useSaveOnLeave(save: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])
}
