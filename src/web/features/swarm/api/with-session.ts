import { ApiError } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'

/** Does something that needs a session; whose session turns out to have ended is asked to sign in, and it is done then. */
export async function withSession<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || (await requireSignIn()) === null) throw error
    return action()
  }
}
