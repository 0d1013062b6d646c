import * as z from 'zod/mini'
import { Failure } from '../domain/failure.ts'
import type { AppContext } from './context.ts'

const uuid = z.uuid()

/**
 * The `{id}` of the address, or what else stands in it by name.
 * @throws {Failure} `not_found` for what is no id, because nothing can be there
 */
export function pathId(c: AppContext, missing = 'There is nothing here.', name = 'id'): string {
  const id = uuid.safeParse(c.req.param(name))
  if (!id.success) throw new Failure('not_found', missing)
  return id.data
}
