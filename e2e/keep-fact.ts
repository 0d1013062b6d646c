import type { Page } from '@playwright/test'
import type { Fact, KeptFact } from '../src/shared/memory/facts.ts'

/** Has an agent remember something of whoever is signed in on the page, through the API. */
export async function keepFact(page: Pick<Page, 'request'>, agentId: string, text: string): Promise<Fact> {
  const answer = await page.request.post(`/api/me/memory/${agentId}/facts`, {
    data: { id: crypto.randomUUID(), text },
  })
  if (!answer.ok()) throw new Error(`The fact was not kept: ${await answer.text()}`)
  return ((await answer.json()) as KeptFact).fact
}
