import { chromium, type Page } from '@playwright/test'
import { startProduct } from '../e2e/start-product.ts'
import { findBrowser } from '../scripts/find-browser.ts'

/**
 * Measures a first visit on a weak phone: a processor four times slower, 1.6 Mbit/s, 150 ms latency, an empty cache.
 * The baseline of the same run is an empty page from the same server: the cost of the network and the browser alone.
 */
const RUNS = 3
const SLOWER = 4
const BYTES_A_SECOND = 1_600_000 / 8
const LATENCY_MS = 150

interface Paint {
  first: number
  largest: number
  blocking: number
  shift: number
}

const product = await startProduct()
const { agents } = (await (await fetch(`${product.address}/api/agents?limit=1`)).json()) as {
  agents: { id: string }[]
}
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  console.log('median of', RUNS, 'cold visits   first paint  largest  blocking  layout shift')
  for (const path of ['/healthz', '/', '/vacant', `/chat/${agents[0]?.id}`]) {
    const visits: Paint[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(product.address + path))
    const median = (of: keyof Paint) =>
      visits.map((paint) => paint[of]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
    const name = path === '/healthz' ? 'baseline' : path.slice(0, 12)
    const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`
    console.log(
      `${name.padEnd(24)} ${ms(median('first'))} ${ms(median('largest'))} ${ms(median('blocking'))}  ${median('shift').toFixed(4)}`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
}

async function visit(address: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(observePaint)
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(1_500)
    return await readPaint(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page before any other script. */
function observePaint(): void {
  const paint = { first: 0, largest: 0, blocking: 0, shift: 0 }
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') paint.first = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    paint.largest = entry.startTime
  })
  observe('longtask', (entry) => {
    paint.blocking += Math.max(0, entry.duration - 50)
  })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) paint.shift += shift.value
  })
  Object.assign(window, { paint })
}

function readPaint(page: Page): Promise<Paint> {
  return page.evaluate(() => (window as unknown as { paint: Paint }).paint)
}
