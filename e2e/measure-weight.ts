import type { Browser } from '@playwright/test'

export interface Weight {
  /** Bytes of JavaScript as transferred, with gzip or better. */
  script: number
  /** Bytes of pictures. */
  image: number
  /** Bytes of everything. */
  total: number
}

/** Timers of at least this many milliseconds never fire while a visit is measured. */
const POSTPONED_MS = 2_000

/**
 * Opens an address with an empty cache and counts what it downloads until the network is idle.
 * @param viewport the size of the window; a desktop's by default
 */
export async function measureWeight(
  browser: Browser,
  address: string,
  viewport?: { width: number; height: number },
): Promise<Weight> {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
    ...(viewport && { viewport }),
  })
  try {
    // What a page puts off is not what a visit waits for. On a slow machine it would begin before the network is quiet.
    await context.addInitScript((postponed) => {
      const { setTimeout: after } = window
      window.setTimeout = ((call: () => void, ms = 0) =>
        ms < postponed ? after(call, ms) : 0) as typeof after
    }, POSTPONED_MS)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const types = new Map<string, string>()
    const weight: Weight = { script: 0, image: 0, total: 0 }
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      weight.total += encodedDataLength
      if (types.get(requestId) === 'Script') weight.script += encodedDataLength
      if (types.get(requestId) === 'Image') weight.image += encodedDataLength
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    return weight
  } finally {
    await context.close()
  }
}
