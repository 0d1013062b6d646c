import { useState } from 'react'
import { explainError } from '../../../lib/http/explain-error.ts'

/** One action at one place: whether it is under way, and what kept it from being done. */
export interface RunAction {
  busy: boolean
  problem: string | undefined
  go: () => void
}

/**
 * Does something with a run. It stays busy after it was taken, until the run itself says that it is done and whatever
 * offered the action goes; only where it was refused can it be tried again.
 */
export function useRunAction(action: () => Promise<void>): RunAction {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  return {
    busy: state.busy,
    problem: state.problem,
    go() {
      if (state.busy) return
      setState({ busy: true })
      action().catch((error: unknown) => setState({ busy: false, problem: explainError(error) }))
    },
  }
}
