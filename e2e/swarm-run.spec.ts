import { readFile } from 'node:fs/promises'
import { axeViolations } from './axe-violations.ts'
import { startCutNetwork } from './cut-network.ts'
import { numberedWords } from './fakes/model-server.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { beginRun, lane, openLive, script, standing, stopRuns, synthesis } from './swarm-page.ts'

/** A run belongs to the server, as a reply does: after a reconnect it has every word of every agent. */

test.afterEach(({ page }) => stopRuns(page))

// §2.27
test('of five agents one hangs, one fails half-way, one is stopped and one says too much: the rest is joined, and who is not says so', async ({
  page,
  person: _,
  model,
}) => {
  script(model, {
    Ada: { name: 'words', words: ['Light is a wave.'] },
    Bo: 'hangs',
    Cy: { name: 'breaks', words: ['Light is a'] },
    Di: { name: 'words', words: numberedWords(600) },
    Ed: { name: 'stalls', words: ['Light is', ' what', ' we see by'] },
    Synthesis: { name: 'words', words: ['They agree that light is.'] },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo', 'Cy', 'Di', 'Ed'])
  await openLive(page, id)
  await expect(page).toHaveTitle('What is light? · Bionic')
  await expect(page.getByText('Answering now: gpt-4-turbo-preview')).toBeVisible()
  await expect(page.getByText('5 of at most 6 turns')).toBeVisible()
  await expect(lane(page, 'Ada')).toContainText('Light is a wave.')
  await expect(lane(page, 'Bo')).toContainText('Thinking')
  await expect(lane(page, 'Cy')).toContainText('Broke off: its model failed')
  await expect(lane(page, 'Cy')).toContainText('Left out of the synthesis')
  await expect(lane(page, 'Di')).toContainText('word200')
  await expect(lane(page, 'Di')).toContainText('Cut off at 200 words')
  await expect(lane(page, 'Ed')).toContainText('Light is what we see by')

  await openLive(page, id, () => page.reload())
  await expect(lane(page, 'Ed')).toContainText('Light is what we see by')
  await expect(lane(page, 'Ed')).toContainText('Speaking')
  await lane(page, 'Ed').getByRole('button', { name: 'Stop Ed' }).click()
  await expect(lane(page, 'Ed')).toContainText('Stopped')
  await lane(page, 'Bo').getByRole('button', { name: 'Remove Bo', exact: true }).click()
  await lane(page, 'Bo').getByRole('button', { name: 'Keep Bo' }).click()
  await lane(page, 'Bo').getByRole('button', { name: 'Remove Bo', exact: true }).click()
  await lane(page, 'Bo').getByRole('button', { name: 'Remove Bo from this run' }).click()
  await expect(lane(page, 'Bo')).toContainText('Left out of the synthesis')
  await expect(lane(page, 'Bo')).toBeFocused()

  await expect(synthesis(page)).toContainText('They agree that light is.')
  await expect(synthesis(page)).toContainText('Combines the answers of Ada, Di and Ed. Left out: Bo and Cy.')
  await expect(page.getByRole('button', { name: 'Copy the synthesis' })).toBeVisible()
  await expect(standing(page, 'Finished')).toBeVisible()
  await expect(page.getByText('The run is finished.')).toBeAttached()
  const [spent = ''] = (await page.getByText(/ of 1,200 words$/).textContent())?.split(' ') ?? []
  expect(Number(spent)).toBeGreaterThan(200)
  expect(Number(spent)).toBeLessThanOrEqual(1_200)
  expect(await axeViolations(page)).toEqual([])
  // The first paint has all of it.
  expect(await (await page.request.get(page.url())).text()).toContain('They agree that light is.')
})

test('a debate shows its rounds side by side; the run is gone on with, exported, deleted, and brought back', async ({
  page,
  person: _,
  model,
}) => {
  script(model, {
    Ada: { name: 'words', words: ['A wave.'] },
    Bo: { name: 'words', words: ['A particle.'] },
    Synthesis: { name: 'words', words: ['Both.'] },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo'], { mode: 'debate', rounds: 2 })
  // The network is idle when the run is no longer followed and the page is hydrated.
  await visit(page, `/swarm/${id}`)
  await expect(standing(page, 'Finished')).toBeVisible()
  for (const round of ['Round 1', 'Round 2']) {
    const tops = await page
      .getByText(round, { exact: true })
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)))
    expect(tops).toHaveLength(2)
    expect(new Set(tops).size).toBe(1)
  }

  const form = page.getByRole('form', { name: 'Continue' })
  const task = form.getByRole('textbox', { name: 'Task' })
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('A task is required.')).toBeVisible()
  await expect(task).toBeFocused()
  await task.fill('And what is shade?')
  await form.getByRole('spinbutton', { name: 'Words' }).fill('100')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Give at least 300 words.')).toBeVisible()
  await expect(task).toHaveValue('And what is shade?')
  await form.getByRole('spinbutton', { name: 'Words' }).fill('600')
  await expect(form.getByText('2 agents: at most 5 turns and 600 words')).toBeVisible()
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Follow-up' })).toBeVisible()
  await expect(synthesis(page)).toHaveCount(2)
  await expect(standing(page, 'Finished')).toBeVisible()
  await expect(task).toHaveValue('')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as Markdown' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^What is light.*\.md$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('A particle.')
  expect(text).toContain('And what is shade?')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/swarm$/)
  expect((await page.request.get(`/swarm/${id}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(new RegExp(`/swarm/${id}$`))
  await expect(synthesis(page).last()).toContainText('Both.')
})

test('a run is heard on in two tabs after the network was lost, and says so meanwhile', async ({
  page: direct,
  browser,
  context,
  person: _,
  product,
  model,
}) => {
  const words = numberedWords(120)
  script(model, {
    Ada: { name: 'stalls', words: words.slice(0, 60), rest: words.slice(60) },
    Bo: { name: 'words', words: ['I wait.'] },
    Synthesis: { name: 'words', words: ['All is counted.'] },
  })
  const { id } = await beginRun(direct, ['Ada', 'Bo'])
  const network = await startCutNetwork(product.address)
  const [cookie] = await context.cookies()
  const through = await browser.newContext({ baseURL: network.address })
  if (cookie) await through.addCookies([{ name: cookie.name, value: cookie.value, url: network.address }])
  const tabs = [await through.newPage(), await through.newPage()]
  for (const tab of tabs) {
    await openLive(tab, id)
    await expect(lane(tab, 'Ada')).toContainText('word60')
  }
  network.cut()
  for (const tab of tabs) await expect(standing(tab, 'Reconnecting')).toBeVisible()
  model.release()
  network.mend()
  for (const tab of tabs) {
    await expect(synthesis(tab)).toContainText('All is counted.')
    await expect(lane(tab, 'Ada').getByText(words.join(''), { exact: true })).toHaveCount(1)
    await expect(standing(tab, 'Finished')).toBeVisible()
  }
  await through.close()
  await network.close()
})

test('a relay shows its order and is stopped as a whole; taken up, it goes on within its words', async ({
  page,
  person: _,
  model,
}) => {
  script(model, {
    Ada: { name: 'words', words: ['First.'] },
    Bo: { name: 'stalls', words: ['Second', ' half.'] },
    Cy: { name: 'words', words: ['Third.'] },
    Synthesis: { name: 'words', words: ['In order.'] },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo', 'Cy'], { mode: 'relay' })
  await openLive(page, id)
  await expect(lane(page, 'Bo')).toContainText('2 of 3 · Speaking')
  await expect(lane(page, 'Cy')).toContainText('Waiting for its turn, after Bo')
  await page.route('**/stop', (route) => route.abort())
  await page.getByRole('button', { name: 'Stop the run' }).click()
  await expect(page.getByText('The server can’t be reached')).toBeVisible()
  await page.unroute('**/stop')
  await page.getByRole('button', { name: 'Stop again' }).click()
  await expect(standing(page, 'Stopped').first()).toBeVisible()
  await expect(synthesis(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(lane(page, 'Cy')).toContainText('Third.')
  await expect(synthesis(page)).toContainText('In order.')
  await expect(lane(page, 'Bo')).toContainText('Second half.')
})

test('the page goes along with the newest words for whoever is at their end, and stays where anybody else reads', async ({
  page,
  context,
  person: _,
  model,
}) => {
  const words = numberedWords(600)
  script(model, {
    Ada: { name: 'stalls', words: words.slice(0, 300), rest: words.slice(300) },
    Bo: { name: 'words', words: ['I wait.'] },
    Synthesis: { name: 'words', words: ['All is counted.'] },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo'], { words: 6_000 })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openLive(tab, id)
    await expect(lane(tab, 'Ada')).toContainText('word300')
  }
  for (const tab of [page, other]) {
    await tab.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(lane(tab, 'Ada').getByRole('button', { name: 'Stop Ada' })).toBeInViewport()
  }
  await other.evaluate(() => {
    // Whoever scrolls up in the very frame in which the page has gone along is not taken down again.
    const run = document.querySelector('[data-run]') ?? document.body
    const height = run.clientHeight
    const grown = new ResizeObserver(() => {
      if (run.clientHeight === height) return
      grown.disconnect()
      window.scrollTo(0, 0)
    })
    grown.observe(run)
  })
  model.release()
  for (const tab of [page, other]) await expect(synthesis(tab)).toContainText('All is counted.')
  await expect(synthesis(page).getByText('All is counted.')).toBeInViewport()
  expect(await other.evaluate(() => window.scrollY)).toBe(0)
})
