import { queryOptions } from '@tanstack/react-query'
import type { LastTalk } from '../../../shared/chat/conversations.ts'
import type { Memories, Memory } from '../../../shared/memory/facts.ts'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** The key prefix of all that shows what agents remember. */
export const memoryKey = ['memory'] as const

/** Agents that remember something of a wallet, or about which it decided. */
export const memoriesQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...memoryKey, owner],
    queryFn: async ({ signal }): Promise<Memories['memories']> =>
      (await unwrap(api.me.memory.$get({}, { init: { signal } }))).memories,
  })

/** All that an agent remembers of a wallet. */
export const memoryQuery = (api: Api, owner: string, agent: string) =>
  queryOptions({
    queryKey: [...memoryKey, owner, agent],
    queryFn: ({ signal }): Promise<Memory> =>
      unwrap(api.me.memory[':agent'].$get({ param: { agent }, query: {} }, { init: { signal } })),
  })

/** Where a wallet was with an agent. */
export const lastTalkQuery = (api: Api, owner: string, id: string) =>
  queryOptions({
    queryKey: ['last talk', owner, id],
    queryFn: async ({ signal }): Promise<LastTalk['talk']> =>
      (await unwrap(api.agents[':id']['last-talk'].$get({ param: { id } }, { init: { signal } }))).talk,
  })
