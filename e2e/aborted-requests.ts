import type { Page, Request } from '@playwright/test'

interface Visits {
  /** Opens an address, and resolves once the network is quiet. What the page before it has still asked for ends with it. */
  open: (path: string) => Promise<void>
  /** What the pages asked for and did not bring to its end, so far. */
  aborted: () => Promise<string[]>
}

/**
 * Watches for requests that a page aborts itself; must be called before the page opens. Chromium reports a stream as aborted,
 * too, when its script has read the end a moment before the network process says so. What a page has read to the end is
 * not aborted.
 */
export async function watchVisits(page: Page): Promise<Visits> {
  const failed: { address: string; fault: string }[] = []
  const read: string[] = []
  const begun = new Map<Request, number>()
  let visit = 0
  let isLeaving = false
  page.on('request', (request) => begun.set(request, visit))
  page.on('framenavigated', (frame) => {
    if (!isLeaving || frame !== page.mainFrame()) return
    isLeaving = false
    visit++
  })
  page.on('requestfailed', (request) => {
    if (isLeaving || begun.get(request) !== visit) return
    failed.push({ address: request.url(), fault: request.failure()?.errorText ?? '' })
  })
  await page.exposeFunction('wasReadToEnd', (address: string) => read.push(address))
  await page.addInitScript(noteEndsOfStreams)
  return {
    open: async (path) => {
      isLeaving = true
      await page.goto(path, { waitUntil: 'networkidle' })
    },
    aborted: async () => {
      // What the page has said before is here once it answers.
      await page.evaluate(() => {})
      const unread = [...read]
      return failed.flatMap(({ address, fault }) => {
        const place = fault === 'net::ERR_ABORTED' ? unread.indexOf(address) : -1
        if (place >= 0) unread.splice(place, 1)
        return place >= 0 ? [] : [`${address}: ${fault}`]
      })
    },
  }
}

/** In the page: says which event streams were read until there was nothing left, in place of being given up. */
function noteEndsOfStreams(): void {
  const { fetch: ask } = window
  window.fetch = async (...asked) => {
    const answer = await ask(...asked)
    const { body } = answer
    if (!body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer
    const readerOf = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
    const getReader = () => {
      const reader = readerOf()
      const read = reader.read.bind(reader)
      let isGivenUp = false
      const cancel = reader.cancel.bind(reader)
      reader.cancel = (reason) => {
        isGivenUp = true
        return cancel(reason)
      }
      reader.read = async () => {
        const part = await read()
        if (part.done && !isGivenUp) Object(window).wasReadToEnd(answer.url)
        return part
      }
      return reader
    }
    Object.assign(body, { getReader })
    return answer
  }
}
