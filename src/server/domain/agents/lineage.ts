import type { AgentManifestView, Credit } from '../../../shared/agents/signed-version.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { findCredit } from '../../db/agents/manifests.ts'
import type { Db } from '../../db/connect/connect.ts'

/** Which agents an agent was made of (record 0115). */
export class Lineage {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  /** The direct parent first. It ends where a parent can't be found by everybody, which is named all the same. */
  async line(agentId: string): Promise<AgentManifestView['credits']> {
    const line: AgentManifestView['credits'] = []
    let id: string | null = agentId
    while (id !== null && line.length < trustLimits.copiedFrom) {
      const credit: AgentManifestView['credits'][number] | null = await findCredit(this.#db, id)
      if (credit) line.push(credit)
      id = credit?.isThere ? credit.id : null
    }
    return line
  }

  /** The direct parent. */
  async of(agentId: string): Promise<Credit | null> {
    const credit = await findCredit(this.#db, agentId)
    return credit && { id: credit.id, name: credit.name, owner: credit.owner, hash: credit.hash }
  }
}
