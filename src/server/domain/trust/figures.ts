import type { TrustFigures } from '../../../shared/trust/desk.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import { readFigures } from '../../db/trust/figures.ts'

const MONTHS = 24

/** What was reported and done here, for everybody: counts by month, reason and action, and no names. */
export async function trustFigures({
  reads,
  clock,
}: {
  reads: Reads
  clock: () => Date
}): Promise<TrustFigures> {
  const now = clock()
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1))
  return { months: await readFigures(reads('trust_figures'), since) }
}
