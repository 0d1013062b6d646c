import type { AppContext } from './context.ts'
import { pathId } from './path-id.ts'

// Ids are used as they are stored, in small letters: rooms are found by them, too.

/** The realm of the address. @throws {Failure} `not_found` */
export const pathRealm = (c: AppContext) => pathId(c, 'Realm not found').toLowerCase()

/** The message of a realm that the address names. @throws {Failure} `not_found` */
export const pathMessage = (c: AppContext) =>
  pathId(c, 'There is no such message.', 'messageId').toLowerCase()

/** The agent of a realm that the address names. @throws {Failure} `not_found` */
export const pathAgent = (c: AppContext) => pathId(c, 'There is no such agent.', 'agentId').toLowerCase()
