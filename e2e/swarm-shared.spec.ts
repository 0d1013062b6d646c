import { axeViolations } from './axe-violations.ts'
import { numberedWords } from './fakes/model-server.ts'
import { expect, signInContext, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { measureWeight } from './measure-weight.ts'
import { stickingOut } from './sticking-out.ts'
import { beginRun, lane, openLive, script, standing, stopRuns, synthesis } from './swarm-page.ts'

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

test.afterEach(({ page }) => stopRuns(page))

// §2.27
test('a shared run is read live by another wallet and by a visitor on a phone, changed by neither, and gone when it is taken back', async ({
  page,
  person: _,
  browser,
  baseURL,
  model,
}) => {
  script(model, {
    Ada: { name: 'words', words: ['Light is a wave.'] },
    Bo: { name: 'breaks', words: ['Light'] },
    Cy: { name: 'stalls', words: ['Light is'], rest: [' a particle.'] },
    Synthesis: { name: 'stalls', words: ['Light is'], rest: [' both.'] },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo', 'Cy'])
  await openLive(page, id)
  await page.getByRole('switch', { name: 'Share read-only' }).click()
  await expect(page.getByRole('button', { name: 'Share this run' })).toBeVisible()

  const visitor = await browser.newContext({ baseURL: baseURL ?? '', ...phone })
  const wallet = await browser.newContext({ baseURL: baseURL ?? '' })
  await signInContext(wallet, baseURL ?? '')
  const readers = [await visitor.newPage(), await wallet.newPage()]
  for (const reader of readers) {
    expect((await openLive(reader, id))?.status()).toBe(200)
    await expect(reader.getByText('Shared with you, read-only')).toBeVisible()
    await expect(lane(reader, 'Bo')).toContainText('Left out of the synthesis')
    await expect(lane(reader, 'Cy')).toContainText('Light is')
    for (const action of ['Stop the run', 'Stop Cy', 'Remove Cy', 'Delete', 'Continue'])
      await expect(reader.getByRole('button', { name: action })).toHaveCount(0)
    await expect(reader.getByRole('switch')).toHaveCount(0)
    await expect(reader.getByRole('link', { name: 'Begin your own' })).toHaveAttribute('href', '/swarm')
  }
  expect((await wallet.request.post(`/api/swarm/runs/${id}/stop`)).status()).toBe(403)

  const [phonePage] = readers
  if (!phonePage) throw new Error('Nobody reads on a phone')
  await phonePage.emulateMedia({ reducedMotion: 'reduce' })
  const scrolled = await phonePage
    .getByRole('button', { name: 'Show Cy: Speaking' })
    .evaluate((button: HTMLElement) => {
      button.click()
      return document.querySelector('ul[aria-label="Agents"]')?.scrollLeft
    })
  expect(scrolled, 'whoever wants no motion is there at once').toBeGreaterThan(0)
  await expect(lane(phonePage, 'Cy').getByRole('heading', { name: 'Cy' })).toBeInViewport()
  expect(await stickingOut(phonePage)).toEqual([])
  expect(await axeViolations(phonePage)).toEqual([])

  model.release()
  for (const reader of readers) {
    await expect(lane(reader, 'Cy')).toContainText('Light is a particle.')
    await lane(reader, 'Cy').getByRole('button', { name: 'Model: ' }).click()
    await expect(
      lane(reader, 'Cy')
        .getByRole('definition')
        .filter({ hasText: /^This place$/ }),
    ).toBeVisible()
    await expect(synthesis(reader)).toContainText('Light is')
    await expect(standing(reader, 'Running')).toBeVisible()
  }
  await page.getByRole('switch', { name: 'Share read-only' }).click()
  for (const reader of readers)
    await expect(reader.getByRole('heading', { name: 'No longer shared' })).toBeVisible()
  model.release()
  await expect(synthesis(page)).toContainText('Light is both.')
  await visitor.close()
  await wallet.close()
})

test('a shared run that is over is whole in its first paint: nothing is asked or complained about, and the screen keeps its budget', async ({
  page,
  person: _,
  browser,
  baseURL,
  model,
}) => {
  const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed']
  const speech = { name: 'words', words: numberedWords(400) } as const
  script(model, Object.fromEntries([...names, 'Synthesis'].map((name) => [name, speech])))
  const { id } = await beginRun(page, names, { words: 6_000 })
  await page.request.patch(`/api/swarm/runs/${id}`, { data: { shared: true } })
  await page.goto(`/swarm/${id}`)
  await expect(standing(page, 'Finished')).toBeVisible()

  const visitor = await browser.newContext({ baseURL: baseURL ?? '' })
  const reader = await visitor.newPage()
  const said: string[] = []
  const asked: string[] = []
  reader.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()),
  )
  reader.on('pageerror', (error) => said.push(error.message))
  reader.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await visit(reader, `/swarm/${id}`)
  await expect(synthesis(reader)).toContainText('word400')
  expect(said).toEqual([])
  expect(asked).toEqual([])
  await visitor.close()

  // Without any text, so that only the screen is measured: the code that renders text loads after the first paint.
  script(model, Object.fromEntries(names.map((name) => [name, 'error-400'])))
  const { id: silent } = await beginRun(page, names)
  await page.request.patch(`/api/swarm/runs/${silent}`, { data: { shared: true } })
  await page.goto(`/swarm/${silent}`)
  await expect(standing(page, 'The run has failed')).toBeVisible()
  const { script: code, image, total } = await measureWeight(browser, `${baseURL}/swarm/${silent}`)
  expect(code).toBeGreaterThan(50 * 1024)
  expect(code).toBeLessThan(150 * 1024)
  expect(total - image).toBeLessThan(200 * 1024)
})
