import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useState } from 'react'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { beginRun } from '../api/change-run.ts'
import { runListsKey, runQuery } from '../api/runs.ts'
import { withSession } from '../api/with-session.ts'
import { rememberBegun } from '../run/begun-here.ts'
import type { BriefDesk } from './brief-desk.ts'
import { type Brief, type BriefErrors, type BriefValues, errorsByField } from './brief-values.ts'

/** How far the beginning of a run has come. `busy`: as many as may run are running. */
export type Beginning =
  | { state: 'idle' }
  | { state: 'beginning' }
  | { state: 'refused'; errors: BriefErrors; values: BriefValues }
  | { state: 'busy'; message: string }
  | { state: 'failed'; message: string }

/** Begins runs that the server keeps for a wallet, and leads to their address. */
export function useBeginRun(desk: BriefDesk): {
  beginning: Beginning
  begin: (owner: string, brief: Brief) => Promise<void>
} {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [beginning, setBeginning] = useState<Beginning>({ state: 'idle' })

  async function begin(owner: string, brief: Brief): Promise<void> {
    if (beginning.state === 'beginning') return
    setBeginning({ state: 'beginning' })
    const values = desk.getValues()
    try {
      const wanted = { ...brief, id: desk.idFor(brief) }
      const run = await withSession(() => beginRun(api, wanted))
      rememberBegun(run.id)
      client.setQueryData(runQuery(api, owner, run.id).queryKey, run)
      void client.invalidateQueries({ queryKey: runListsKey })
      desk.begun()
      // In one step: whoever goes back before the run's screen is there finds the form at rest.
      startTransition(() => {
        setBeginning({ state: 'idle' })
        void navigate(`/swarm/${run.id}`)
      })
    } catch (error) {
      setBeginning(refusal(error, values))
      // An answer came, and nothing was begun with this id.
      if (error instanceof ApiError && error.status < 500) desk.forgetId()
      if (isBusy(error)) void client.invalidateQueries({ queryKey: runListsKey })
    }
  }

  return { beginning, begin }
}

const isBusy = (error: unknown) => error instanceof ApiError && error.problem?.code === 'swarm_busy'

function refusal(error: unknown, values: BriefValues): Beginning {
  const message = explainError(error)
  if (isBusy(error)) return { state: 'busy', message }
  const errors = error instanceof ApiError ? errorsByField(Object.entries(error.problem?.errors ?? {})) : {}
  return Object.keys(errors).length > 0 ? { state: 'refused', errors, values } : { state: 'failed', message }
}
