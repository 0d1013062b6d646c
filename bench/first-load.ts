import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { measureWeight } from '../e2e/measure-weight.ts'
import { startProduct } from '../e2e/start-product.ts'
import { findBrowser } from '../scripts/find-browser.ts'

/** What a first visit to each screen downloads, in bytes as transferred, compared with React alone. */
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const react = gzipSync(await readFile(join(reactDom, 'cjs', 'react-dom-client.production.js')), {
  level: 9,
}).length
console.log(`baseline: react-dom, unminified production build, gzip ${kilobytes(react)}`)

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: ['--no-sandbox'],
})
try {
  for (const path of ['/', '/vacant', '/create', '/management', '/isolated']) {
    const { script, image, total } = await measureWeight(browser, product.address + path)
    console.log(
      `${path.padEnd(14)} JavaScript ${kilobytes(script)}   pictures ${kilobytes(image)}   everything ${kilobytes(total)}`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
}
