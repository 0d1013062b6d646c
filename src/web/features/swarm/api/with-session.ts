import { ApiError } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'

/** If the session has ended, the person is asked to sign in, and the action runs again. */
export async function withSession<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || (await requireSignIn()) === null) throw error
    return action()
  }
}
