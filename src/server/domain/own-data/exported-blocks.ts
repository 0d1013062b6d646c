import type { ExportedBlocks } from '../../../shared/own-data/export-format.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listBlocks } from '../../db/people/blocks.ts'
import { Failure } from '../failure.ts'
import type { Blocks } from '../people/blocks.ts'

export async function exportBlocks(db: Db, wallet: string): Promise<ExportedBlocks> {
  const { page } = await listBlocks(db, wallet, { after: undefined, limit: trustLimits.blocks })
  return {
    blocks: page.map(({ address, noCopies, createdAt }) => {
      return { address, noCopies, createdAt: createdAt.toISOString() }
    }),
  }
}

/** Whoever is blocked already stays as they are; those for whom there is no room are left out. */
export async function importBlocks(
  blocks: Pick<Blocks, 'block' | 'isBlocked'>,
  wallet: string,
  exported: ExportedBlocks['blocks'],
): Promise<void> {
  // Oldest first, so that the list has the order that it had.
  for (const { address, noCopies } of exported.toReversed()) {
    if (address === wallet || (await blocks.isBlocked(wallet, address))) continue
    try {
      await blocks.block(wallet, address, { noCopies })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return
    }
  }
}
