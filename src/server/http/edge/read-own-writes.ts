import { createMiddleware } from 'hono/factory'
import { readAs } from '../../base/reader.ts'
import type { AppEnv } from '../context.ts'
import { type Operation, operationOf } from '../operation.ts'
import { changes, walletOrVisitor } from '../request.ts'

/**
 * Has what a request reads be as new as what its wallet, or the visitor at its address, wrote last, at whichever server;
 * and what it removes be gone for everybody with its answer (record 0125).
 */
export const readOwnWrites = createMiddleware<AppEnv>(async (c, next) => {
  const who = (await walletOrVisitor(c)) ?? c.get('clientAddress')
  await readAs({ who, removes: mayRemove(c.req.method, operationOf(c)) }, next)
})

/**
 * Every change may take something away, but what asks a model or stores nothing, and a POST that suspended wallets are
 * refused: that one makes or says something, unless its operation says otherwise.
 */
export function mayRemove(method: string, operation: Operation | undefined): boolean {
  if (!changes(method)) return false
  const { asksModel, storesNothing, act, removes } = operation ?? {}
  const adds = method === 'POST' && act !== undefined && !removes
  return !asksModel && !storesNothing && !adds
}
