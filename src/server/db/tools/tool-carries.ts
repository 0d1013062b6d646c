import { and, eq, inArray } from 'drizzle-orm'
import type { Dialect } from '../../../shared/models/own-keys.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { Db } from '../connect/connect.ts'
import { toolCarries } from '../schema/tools.ts'
import { scopeColumns } from './tool-calls.ts'

/** What a model wants back with the calls of a step. */
interface StepCarry {
  replyId: string
  step: number
  provider: string
  model: string
  dialect: Dialect
  bytes: string
}

export async function storeStepCarry(
  db: Db,
  { scope, scopeId }: Pick<CallPlace, 'scope' | 'scopeId'>,
  carry: StepCarry,
): Promise<void> {
  await db
    .insert(toolCarries)
    .values({ ...carry, ...scopeColumns({ scope, scopeId }) })
    .onConflictDoNothing()
}

export async function findStepCarries(
  db: Db,
  { scope, scopeId }: Pick<CallPlace, 'scope' | 'scopeId'>,
  replyIds: readonly string[],
): Promise<StepCarry[]> {
  const { replyId, step, provider, model, dialect, bytes } = toolCarries
  return db
    .select({ replyId, step, provider, model, dialect, bytes })
    .from(toolCarries)
    .where(
      and(eq(toolCarries.scope, scope), eq(toolCarries.scopeId, scopeId), inArray(replyId, [...replyIds])),
    )
}
