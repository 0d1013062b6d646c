import { createMiddleware } from 'hono/factory'
import { AI_SOURCE, AI_SOURCE_HEADER } from '../../../shared/trust/disclosure.ts'
import type { AppEnv } from '../context.ts'
import { withUsualHeaders } from '../request.ts'

const MARK = { [AI_SOURCE_HEADER]: AI_SOURCE }

/** Says to programs that a model wrote what agents say in these answers, also in streams, which have no room for a field. */
export const aiMark = createMiddleware<AppEnv>(async (c, next) => {
  // What a page asks this server itself is not what its visitor gets.
  if (c.env?.visitor) return next()
  await withUsualHeaders(c, MARK, next)
})
