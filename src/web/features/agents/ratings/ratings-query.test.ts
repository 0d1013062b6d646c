import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApi } from '../../../lib/http/api.ts'
import { noteSession, provideWallet, setIdentity } from '../../../lib/http/identity.ts'
import { removeRating } from './ratings-query.ts'

/** Nobody is at this page, and whoever is asked to sign in declines. */
function forgetViewer() {
  setIdentity({ state: 'visitor' })
  noteSession(null)
  provideWallet(async () => null)
}
beforeEach(forgetViewer)
afterAll(forgetViewer)

/** How often it was said that a rating is removed, and what was asked of the server. */
async function remove() {
  const asked: string[] = []
  const api = createApi('http://localhost', async (input) => {
    asked.push(String(input))
    return new Response(null, { status: 204 })
  })
  let said = 0
  const removal = removeRating(api, '5db052f2-33ba-4124-abcb-af26f751efe3', () => {
    said += 1
  })
  await new MutationObserver(new QueryClient(), removal).mutate()
  return { asked: asked.length, said }
}

test('whoever declines to sign in is not told that their rating is removed', async () => {
  expect(await remove()).toEqual({ asked: 0, said: 0 })
})

test('a rating that was removed is said to be', async () => {
  setIdentity({ state: 'signed-in', address: 'Wallet' })
  expect(await remove()).toEqual({ asked: 1, said: 1 })
})
