import type { QueryClient } from '@tanstack/react-query'
import type { StoredBrief } from '../../../../shared/social.ts'
import { withFirst } from '../../../blocks/list/list-data.ts'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { laterInPage } from '../../../blocks/saved-draft/autosave.ts'
import type { Api } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { askDraft } from '../api/ask-draft.ts'
import { briefListsKey, briefQuery, keepBrief } from '../api/briefs.ts'
import type { BriefValues } from './brief-values.ts'
import { createDesk, type Desk, memoryKey } from './desk.ts'
import { keptDesks, recallAgent } from './desk-memory.ts'

/** The desks of a page: whoever comes back to an address finds what was going on there. */
export interface Desks {
  /**
   * @param owner the wallet of the session
   * @param addressed the id in the address; null where a new brief is begun
   */
  find: (owner: string | null, addressed: string | null) => Desk
  /** Begins another new brief. @returns what was begun before and has no address of its own, to put it back */
  renew: (owner: string | null, values: BriefValues) => Desk | null
  putBack: (owner: string | null, desk: Desk) => void
  /** A visitor has signed in: what was begun goes on as the wallet's. False where there was nothing. */
  handOver: (owner: string) => boolean
  /**
   * It is about to get another address: it was stored for the first time, or is a brief of its own from now on. Until the
   * page is there it is found at both.
   */
  share: (owner: string, desk: Desk, addressed: string | null) => void
  /** The page is at this address: what is found there is found nowhere else. */
  settle: (owner: string | null, addressed: string | null) => void
  /** A brief was deleted. */
  drop: (owner: string, id: string) => void
}

const ofClients = new WeakMap<QueryClient, Desks>()

export function pageDesks(client: QueryClient, api: Api): Desks {
  const known = ofClients.get(client) ?? createDesks(client, api)
  ofClients.set(client, known)
  return known
}

function createDesks(client: QueryClient, api: Api): Desks {
  const desks = new Map<string, Desk>()

  function open(owner: string | null, addressed: string | null, values?: BriefValues): Desk {
    const question = (id: string) => briefQuery(api, owner ?? '', id)
    return createDesk({
      owner,
      addressed,
      ...(values && { values }),
      stored: (addressed !== null && client.getQueryData(question(addressed).queryKey)) || null,
      ask: askDraft(api),
      keep: {
        put: (id, brief) => keepBrief(api, id, brief),
        get: (id) => client.fetchQuery({ ...question(id), staleTime: 0 }),
        random: Math.random,
        explain: explainError,
        onKept: (stored) => {
          client.setQueryData(question(stored.id).queryKey, stored)
          client.setQueriesData<ListData<StoredBrief>>(
            { queryKey: briefListsKey },
            (data) => data && withFirst(data, stored),
          )
        },
      },
      memory: keptDesks,
      recallAgent,
      newId,
      nextFrame,
      later: laterInPage,
      now: () => new Date(),
    })
  }

  return {
    find(owner, addressed) {
      const key = memoryKey(owner, addressed)
      const desk = desks.get(key) ?? open(owner, addressed)
      desks.set(key, desk)
      return desk
    },
    renew(owner, values) {
      const key = memoryKey(owner, null)
      const before = desks.get(key)
      before?.moveTo(before.getView().id)
      // Its form is filled in already: nothing older comes into it.
      keptDesks.remember(key, null)
      const next = open(owner, null, values)
      next.recall()
      desks.set(key, next)
      return before ?? null
    },
    putBack(owner, desk) {
      desks.get(memoryKey(owner, null))?.close()
      desks.set(memoryKey(owner, null), desk)
      desk.moveTo(null)
    },
    handOver(owner) {
      const visitors = desks.get(memoryKey(null, null))
      const own = desks.get(memoryKey(owner, null))
      if (!visitors || visitors.isEmpty()) return false
      // What the wallet had begun before waits under its own id; what was typed just now goes on.
      if (own?.isEmpty()) own.close()
      else own?.moveTo(own.getView().id)
      desks.delete(memoryKey(null, null))
      desks.set(memoryKey(owner, null), visitors)
      visitors.keepFor(owner)
      return true
    },
    share: (owner, desk, addressed) => void desks.set(memoryKey(owner, addressed), desk),
    settle(owner, addressed) {
      const here = memoryKey(owner, addressed)
      const desk = desks.get(here)
      for (const [key, other] of desks) if (other === desk && key !== here) desks.delete(key)
    },
    drop(owner, id) {
      const key = memoryKey(owner, id)
      desks.get(key)?.close()
      desks.delete(key)
    },
  }
}
