import { queryOptions } from '@tanstack/react-query'
import { HERE } from '../../../../shared/models/model-ref.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Milliseconds between looks while no model answers, or one on the server's machine, which comes and goes by itself. */
const LOOK_AGAIN_MS = 15_000

/** A model of this machine says how many wait for it. */
const WAITING_MS = 5_000

/** @param agent whose engine it is; by default that of the place */
export const engineQuery = (api: Api, agent: string | null = null) =>
  queryOptions({
    queryKey: ['chat', 'engine', ...(agent === null ? [] : [agent])],
    queryFn: () => unwrap(api.chat.engine.$get({ query: { ...(agent !== null && { agent }) } })),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.kind === 'provider') return false
      return data.kind === 'local' && data.server === HERE ? WAITING_MS : LOOK_AGAIN_MS
    },
  })
