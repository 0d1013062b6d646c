import { problemSchema } from '../../../../shared/common/errors.ts'
import { REALTIME_PATH } from '../../../../shared/realms/realtime.ts'

/** Why the server refuses a socket to this page, in its own words; undefined if it would accept one. */
export async function refusal(): Promise<string | undefined> {
  const answer = await fetch(REALTIME_PATH)
  if (answer.status !== 429 && answer.status !== 503) return undefined
  return problemSchema.safeParse(await answer.json()).data?.detail
}
