import { watchVisits } from './aborted-requests.ts'
import { meridian } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

for (const [end, count] of [
  ['gives up', 1],
  ['cancels', 1],
  ['reads to its end', 0],
] as const)
  test(`a stream that a page ${end} counts as ${count ? 'aborted' : 'ended'}`, async ({ page, model }) => {
    const visits = await watchVisits(page)
    await visits.open('/nest')
    await visits.open(meridian)
    if (count) model.next({ name: 'stalls', words: ['Fast'] })
    const over = Promise.race(
      (['requestfinished', 'requestfailed'] as const).map((how) =>
        page.waitForEvent(how as 'requestfailed', (request) => request.url().endsWith('/api/chat')),
      ),
    )
    await page.evaluate(
      async ([wanted, agentId]) => {
        const controller = new AbortController()
        const answer = await fetch('/api/chat', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ agentId, message: 'How fast is light?' }),
          signal: controller.signal,
        })
        const reader = answer.body?.getReader()
        await reader?.read()
        if (wanted === 'gives up') controller.abort()
        else if (wanted === 'cancels') await reader?.cancel()
        else while (!(await reader?.read())?.done);
      },
      [end, meridian.split('/').at(-1)] as const,
    )
    await over
    expect(await visits.aborted()).toHaveLength(count)
  })
