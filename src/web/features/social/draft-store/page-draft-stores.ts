import type { QueryClient } from '@tanstack/react-query'
import type { StoredBrief } from '../../../../shared/social.ts'
import { withFirst } from '../../../blocks/list/list-data.ts'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { laterInPage } from '../../../blocks/saved-draft/autosave.ts'
import { type Api, ApiError } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { currentViewer } from '../../../lib/session/viewer.ts'
import { askDraft } from '../api/ask-draft.ts'
import { briefListQuery, briefQuery, keepBrief } from '../api/briefs.ts'
import type { BriefValues } from './brief-values.ts'
import { DraftStore } from './draft-store.ts'
import { memoryKey, recallAgent, rememberedDrafts } from './remembered-drafts.ts'

const ofClients = new WeakMap<QueryClient, DraftStores>()

export function pageDraftStores(client: QueryClient, api: Api): DraftStores {
  const known = ofClients.get(client) ?? new DraftStores(client, api)
  ofClients.set(client, known)
  return known
}

/** Returning to an address finds its store again. */
class DraftStores {
  readonly #client: QueryClient
  readonly #api: Api
  readonly #draftStores = new Map<string, DraftStore>()

  constructor(client: QueryClient, api: Api) {
    this.#client = client
    this.#api = api
  }

  /** @param addressed null for a new brief */
  find(owner: string | null, addressed: string | null): DraftStore {
    const key = memoryKey(owner, addressed)
    const draftStore = this.#draftStores.get(key) ?? this.#open(owner, addressed)
    this.#draftStores.set(key, draftStore)
    return draftStore
  }

  /** @returns the previous new brief, to be restored with `putBack` */
  renew(owner: string | null, values: BriefValues): DraftStore | null {
    const key = memoryKey(owner, null)
    const before = this.#draftStores.get(key)
    before?.moveTo(before.getView().id)
    // The form has its values already, so no stored text may replace them.
    rememberedDrafts.remember(key, null)
    const next = this.#open(owner, null, values)
    next.recall()
    this.#draftStores.set(key, next)
    return before ?? null
  }

  putBack(owner: string | null, draftStore: DraftStore): void {
    this.#draftStores.get(memoryKey(owner, null))?.close()
    this.#draftStores.set(memoryKey(owner, null), draftStore)
    draftStore.moveTo(null)
  }

  /** A visitor's new brief goes to the wallet that has signed in. Returns false if there was none. */
  handOver(owner: string): boolean {
    const visitors = this.#draftStores.get(memoryKey(null, null))
    const own = this.#draftStores.get(memoryKey(owner, null))
    if (!visitors || visitors.isEmpty()) return false
    // The wallet's own earlier brief is kept under its id, and the visitor's one continues.
    if (own?.isEmpty()) own.close()
    else own?.moveTo(own.getView().id)
    this.#draftStores.delete(memoryKey(null, null))
    this.#draftStores.set(memoryKey(owner, null), visitors)
    visitors.keepFor(owner)
    return true
  }

  /** Must be called before the page navigates there. Until `settle` the store is found at both addresses. */
  share(owner: string, draftStore: DraftStore, addressed: string | null): void {
    this.#draftStores.set(memoryKey(owner, addressed), draftStore)
  }

  /** Must be called when the page is at an address: its store is then found only there. */
  settle(owner: string | null, addressed: string | null): void {
    const here = memoryKey(owner, addressed)
    const draftStore = this.#draftStores.get(here)
    for (const [key, other] of this.#draftStores)
      if (other === draftStore && key !== here) this.#draftStores.delete(key)
  }

  drop(owner: string, id: string): void {
    const key = memoryKey(owner, id)
    this.#draftStores.get(key)?.close()
    this.#draftStores.delete(key)
  }

  #open(owner: string | null, addressed: string | null, values?: BriefValues): DraftStore {
    const [client, api] = [this.#client, this.#api]
    const viewer = () => draftStore.getOwner() ?? ''
    const question = (id: string) => briefQuery(api, viewer(), id)
    const stored = addressed !== null && client.getQueryData(briefQuery(api, owner ?? '', addressed).queryKey)
    const draftStore: DraftStore = new DraftStore({
      owner,
      addressed,
      ...(values && { values }),
      stored: stored || null,
      ask: askDraft(api),
      keep: {
        async put(id, brief) {
          // The server takes the owner from the session, so what another wallet wrote here waits for that one.
          if (draftStore.getOwner() !== currentViewer(client, api)) throw new ApiError(401, undefined)
          return keepBrief(api, id, brief)
        },
        get: (id) => client.fetchQuery({ ...question(id), staleTime: 0 }),
        random: Math.random,
        explain: explainError,
        onKept: (stored) => {
          client.setQueryData(question(stored.id).queryKey, stored)
          client.setQueryData<ListData<StoredBrief>>(
            briefListQuery(api, viewer()).queryKey,
            (data) => data && withFirst(data, stored),
          )
        },
      },
      memory: rememberedDrafts,
      recallAgent,
      newId,
      nextFrame,
      later: laterInPage,
      now: () => new Date(),
    })
    return draftStore
  }
}
