import { ServerChoices } from '../domain/tools/server-choices.ts'
import type { Infrastructure } from './infrastructure.ts'

/** What owners can choose from, before there are agents. */
export function createToolChoices({ db, given }: Infrastructure) {
  const isServerOfPlace = (id: string) => given.placeServers != null && given.placeServers.find(id) !== null
  return { servers: new ServerChoices({ db, isServerOfPlace }) }
}
