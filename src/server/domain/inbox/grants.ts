import type { Grant } from '../../../shared/tools/decisions.ts'
import { inboxLimits } from '../../../shared/tools/inbox.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listGrants, removeGrant } from '../../db/inbox/grants.ts'
import { Failure } from '../failure.ts'

/** What a person allowed from now on, to be seen and taken back. Whoever lets a call run reads the same rows. */
export class Grants {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  async list(wallet: string): Promise<Grant[]> {
    const rows = await listGrants(this.#db, wallet, inboxLimits.grants)
    return rows.map(({ id, agentId, agentName, tool, title, origin, createdAt, lastUsedAt, changed }) => ({
      ...{ id, agentId, agentName, tool, title, changed },
      origin: origin || null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  }

  /** From now on the agent asks again. @throws {Failure} `not_found` */
  async takeBack(wallet: string, id: string): Promise<void> {
    if (!(await removeGrant(this.#db, { id, wallet })))
      throw new Failure('not_found', 'There is no such permission. It may already be taken back.')
  }
}
