import { useState } from 'react'
import { explainError } from '../../../lib/http/explain-error.ts'

export interface RunAction {
  busy: boolean
  problem: string | undefined
  go: () => void
}

/** After success it stays busy, because the updated run removes its control. */
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
