import { queryOptions } from '@tanstack/react-query'
import type { LocalModelAnswer, LocalModelState } from '../../../../shared/models/local-model.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Milliseconds: while something is on its way, and while it may be got by a command beside the page. */
const EVERY_BUSY_MS = 1_000
const EVERY_MS = 10_000

function isOnItsWay(state: LocalModelState): boolean {
  return state.kind === 'installing' || state.kind === 'downloading'
}

export const localModelQuery = (api: Api) =>
  queryOptions({
    queryKey: ['place', 'local-model'],
    queryFn: (): Promise<LocalModelAnswer> => unwrap(api.place['local-model'].$get()),
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data.state) ? EVERY_BUSY_MS : EVERY_MS),
  })
