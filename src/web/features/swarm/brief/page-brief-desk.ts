import type { QueryClient } from '@tanstack/react-query'
import { newId } from '../../../lib/new-id.ts'
import { type BriefDesk, createBriefDesk } from './brief-desk.ts'
import { keptBriefs, lastBriefs } from './brief-memory.ts'

const ofClients = new WeakMap<QueryClient, BriefDesk>()

/** The one form that a page has. */
export function pageBriefDesk(client: QueryClient): BriefDesk {
  const known = ofClients.get(client)
  if (known) return known
  const desk = createBriefDesk({
    memory: keptBriefs,
    last: lastBriefs,
    newId,
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  ofClients.set(client, desk)
  return desk
}
