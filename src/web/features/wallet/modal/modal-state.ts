/** The state of the wallet modal. It resolves to the chosen wallet's name, or null if it was closed. */
export interface ModalState {
  isOpen: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Opens the modal, or returns the result of the one that is already open. */
  open: () => Promise<string | null>
  end: (chosen: string | null) => void
}

export function createModalState(): ModalState {
  const listeners = new Set<() => void>()
  let current: { outcome: Promise<string | null>; resolve: (chosen: string | null) => void } | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    isOpen: () => current !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      if (!current) {
        const { promise, resolve } = Promise.withResolvers<string | null>()
        current = { outcome: promise, resolve }
        notify()
      }
      return current.outcome
    },
    end(chosen) {
      current?.resolve(chosen)
      current = undefined
      notify()
    },
  }
}
