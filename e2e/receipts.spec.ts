import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { firstQuestion } from '../test/conversation-client.ts'
import { axeViolations } from './axe-violations.ts'
import { meridian } from './chat-page.ts'
import { expect, test, visit } from './fixtures.ts'
import { smallTargets } from './small-targets.ts'
import { stickingOut } from './sticking-out.ts'

test('a reply’s receipt is saved, and holds on a page that is opened from a file', async ({
  page,
  person,
  product,
}, info) => {
  const id = crypto.randomUUID()
  const agent = meridian.replace('/chat/', '')
  await (await person.conversations.ask(id, firstQuestion(agent, 'What is light?'))).text()
  await visit(page, `${meridian}/${id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a receipt' }).click(),
  ])
  const receipt = info.outputPath(download.suggestedFilename())
  await download.saveAs(receipt)
  await expect(page.getByText('Your receipt is saved.')).toBeVisible()

  const { keys } = (await (await fetch(`${product.address}/api/receipts/keys`)).json()) as {
    keys: { key: string }[]
  }
  const served = await fetch(`${product.address}/verify.html`)
  expect(served.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const text = await served.text()
  expect(text.length).toBeLessThan(40 * 1024)
  const file = info.outputPath('verify.html')
  await writeFile(file, text)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(file).href)
  // By its bytes: a browser without a language can't open a path with this test's name.
  const asFile = (text: string) => ({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  const saved = await readFile(receipt, 'utf8')
  await page.getByLabel('The receipt').setInputFiles(asFile(saved))
  await expect(page.getByRole('heading', { name: 'Nothing speaks against this receipt' })).toBeVisible()
  await page.getByLabel('The place’s key').fill(keys[0]?.key ?? '')
  await page.getByLabel('The place’s key').blur()
  await expect(page.getByRole('heading', { name: 'This receipt holds.' })).toBeVisible()
  await expect(page.getByText('Which mind answered.')).toBeVisible()
  await expect(page.getByText('What is light?')).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const look of [axeViolations, stickingOut, smallTargets])
      expect(await look(page), `${width}`).toEqual([])
  }
  // One word of it is exchanged.
  await page
    .getByLabel('The receipt')
    .setInputFiles(asFile(saved.replace('What is light?', 'What is night?')))
  await expect(page.getByRole('heading', { name: 'This receipt does not hold.' })).toBeVisible()
  await expect(page.getByText('The question is not the one that was noted.')).toBeVisible()
  expect(requests).toEqual([pathToFileURL(file).href])
})
