import { type Api, answer } from '../../../lib/api.ts'

/** Deletes an own agent; for ten seconds `restoreAgent` brings it back (decision 11). @throws {ApiError} */
export async function deleteAgent(api: Api, id: string): Promise<void> {
  await answer(api.agents[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreAgent(api: Api, id: string): Promise<void> {
  await answer(api.agents[':id'].restore.$post({ param: { id } }))
}
