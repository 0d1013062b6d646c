import type { QueryClient } from '@tanstack/react-query'
import { laterInPage } from '../../../blocks/saved-draft/autosave.ts'
import type { Api } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { askTurn } from './ask-turn.ts'
import { createPageRun, type PageRun, type WantedRun } from './page-run.ts'

/** The one run that a page has, which goes on while its screen is left for another and comes back. */
export interface PageRuns {
  subscribe: (listener: () => void) => () => void
  /** Null while none was begun. */
  getRun: () => PageRun | null
  /** @returns what brings the run before back; null where there was none */
  begin: (wanted: WantedRun) => (() => void) | null
  /** Takes the run off the page. @returns what brings it back */
  putAway: () => () => void
}

const ofClients = new WeakMap<QueryClient, PageRuns>()

export function pageRuns(client: QueryClient, api: Api): PageRuns {
  const known = ofClients.get(client) ?? createPageRuns(api)
  ofClients.set(client, known)
  return known
}

function createPageRuns(api: Api): PageRuns {
  let run: PageRun | null = null
  const listeners = new Set<() => void>()
  const show = (next: PageRun | null) => {
    run = next
    for (const listener of listeners) listener()
  }
  /** Shows another run, or none. @returns what brings the one before back, unless it is not missed */
  const replaceBy = (next: PageRun | null) => {
    const before = run
    void before?.stop()
    show(next)
    return before && (() => run === next && show(before))
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getRun: () => run,
    begin: (wanted) =>
      replaceBy(
        createPageRun({
          wanted,
          ask: askTurn(api),
          newId,
          nextFrame,
          later: laterInPage,
          now: () => new Date(),
        }),
      ),
    putAway: () => replaceBy(null) ?? (() => {}),
  }
}
