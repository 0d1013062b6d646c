import type { QueryClient } from '@tanstack/react-query'
import { type Api, declinedSignIn, unwrap, withSession } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { toast } from '../../ui/toast.ts'
import { blocksKey } from './blocked.ts'
import * as texts from './texts.ts'

interface Change {
  wallet: string
  name: string
  /** Null to unblock them. */
  how: { noCopies: boolean } | null
}

interface Parts {
  api: Api
  client: QueryClient
}

/** Blocks or unblocks somebody and says so, with a way back. */
export async function changeBlocked(parts: Parts, change: Change): Promise<void> {
  const { name, how } = change
  try {
    const done = await withSession(async () => {
      await storeBlocked(parts, change)
      return true
    })
    if (done === null) toast.error(declinedSignIn)
    else if (!how) toast.success(texts.isUnblocked(name))
    else
      toast.success(texts.isBlocked(name), {
        action: { label: texts.undo, onClick: () => void changeBlocked(parts, { ...change, how: null }) },
      })
  } catch (error) {
    toast.error(explainError(error))
  }
}

/** @throws {ApiError} */
export async function storeBlocked({ api, client }: Parts, { wallet, how }: Change): Promise<void> {
  const one = api.me.blocks[':wallet']
  await unwrap(how ? one.$put({ param: { wallet }, json: how }) : one.$delete({ param: { wallet } }))
  await client.invalidateQueries({ queryKey: blocksKey })
}
