import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { sentMoment } from '../common/moment.ts'
import { isPlainLine } from '../text/plain-text.ts'

export const count = z.int().check(z.gte(0))
export const moment = sentMoment()
export const id = z.uuid()

/** A field of changes as it is when it is given. */
export const given = <Field extends z.ZodMiniType>(field: z.ZodMiniOptional<Field>): Field =>
  field._zod.def.innerType

/** The stored name of an agent that may have been deleted. */
export const storedName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(limits.agentName),
    z.refine(isPlainLine, 'A name must be one plain line.'),
  )
