import { useEffect } from 'react'

const PAUSE_MS = 300

/** Returns a function that cancels it. */
export type Later = (act: () => void, milliseconds: number) => () => void

export const laterInPage: Later = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

export class Autosave {
  readonly #save: () => void
  readonly #later: Later
  #cancel = () => {}

  constructor(save: () => void, later: Later) {
    this.#save = save
    this.#later = later
  }

  soon(): void {
    this.#cancel()
    this.#cancel = this.#later(this.#save, PAUSE_MS)
  }

  now(): void {
    this.#cancel()
    this.#save()
  }

  cancel(): void {
    this.#cancel()
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
