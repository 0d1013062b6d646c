import { limits } from '../../../shared/common/limits.ts'
import type { BlocksPage, BlocksQuery } from '../../../shared/people/blocks.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { BLOCKS, deleteBlock, findBlock, findBlocks, listBlocks, storeBlock } from '../../db/people/blocks.ts'
import { Failure } from '../failure.ts'
import { readCursor } from '../read-cursor.ts'

interface BlocksOptions {
  db: Db
  clock: () => Date
  /** Tells the wallet's own pages, on all servers. */
  onChanged: (wallet: string) => void
}

/** Whom people do not want to hear (record 0112). Only the wallet that blocks ever learns of it. */
export class Blocks {
  readonly #options: BlocksOptions

  constructor(options: BlocksOptions) {
    this.#options = options
  }

  /** Last blocked first. @throws {Failure} `cursor_invalid` */
  async list(wallet: string, { cursor, limit = limits.listPage }: BlocksQuery): Promise<BlocksPage> {
    const request = { after: readCursor(BLOCKS, cursor), limit }
    const { page, nextCursor } = await listBlocks(this.#options.db, wallet, request)
    const blocks = page.map(({ id: _, createdAt, ...person }) => ({
      ...person,
      createdAt: createdAt.toISOString(),
    }))
    return { blocks, nextCursor }
  }

  /** By address, last blocked first. */
  async blockedBy(wallet: string): Promise<Map<string, { noCopies: boolean }>> {
    const found = await findBlocks(this.#options.db, wallet)
    return new Map(found.map(({ blocked, noCopies }) => [blocked, { noCopies }]))
  }

  async isBlocked(by: string, who: string): Promise<boolean> {
    return (await findBlock(this.#options.db, by, who)) !== null
  }

  /** Whether somebody may duplicate the public agents of their owner, as far as blocks go. */
  async mayCopy(owner: string, who: string): Promise<boolean> {
    return !(await findBlock(this.#options.db, owner, who))?.noCopies
  }

  /** Blocks somebody, or changes how. @throws {Failure} `conflict` for the own wallet, `quota_reached` */
  async block(wallet: string, blocked: string, { noCopies }: { noCopies: boolean }): Promise<void> {
    const { db, clock, onChanged } = this.#options
    if (blocked === wallet) throw new Failure('conflict', 'You can’t block yourself.')
    const most = trustLimits.blocks
    if ((await storeBlock(db, { wallet, blocked, noCopies, at: clock(), most })) === 'full')
      throw new Failure(
        'quota_reached',
        `You can block ${most.toLocaleString('en-US')} people. Unblock somebody first.`,
      )
    onChanged(wallet)
  }

  /** Has no effect on somebody who is not blocked. */
  async unblock(wallet: string, blocked: string): Promise<void> {
    await deleteBlock(this.#options.db, wallet, blocked)
    this.#options.onChanged(wallet)
  }
}
