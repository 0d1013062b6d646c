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
  // The conversation's page may still load what it shows later.
  const check = await page.context().newPage()
  const requests: string[] = []
  check.on('request', (request) => requests.push(request.url()))
  await check.goto(pathToFileURL(file).href)
  // By its bytes: a browser without a language can't open a path with this test's name.
  const asFile = (text: string) => ({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  const saved = await readFile(receipt, 'utf8')
  await check.getByLabel('The receipt').setInputFiles(asFile(saved))
  await expect(check.getByRole('heading', { name: 'Nothing speaks against this receipt' })).toBeVisible()
  await check.getByLabel('The place’s key').fill(keys[0]?.key ?? '')
  await check.getByLabel('The place’s key').blur()
  await expect(check.getByRole('heading', { name: 'This receipt holds.' })).toBeVisible()
  await expect(check.getByText('Which mind answered.')).toBeVisible()
  await expect(check.getByText('What is light?')).toBeVisible()
  for (const width of [360, 1280]) {
    await check.setViewportSize({ width, height: 800 })
    for (const look of [axeViolations, stickingOut, smallTargets])
      expect(await look(check), `${width}`).toEqual([])
  }
  // One word of it is exchanged.
  await check
    .getByLabel('The receipt')
    .setInputFiles(asFile(saved.replace('What is light?', 'What is night?')))
  await expect(check.getByRole('heading', { name: 'This receipt does not hold.' })).toBeVisible()
  await expect(check.getByText('The question is not the one that was noted.')).toBeVisible()
  expect(requests).toEqual([pathToFileURL(file).href])
})
