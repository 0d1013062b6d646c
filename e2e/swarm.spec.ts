import type { Page } from '@playwright/test'
import type { SwarmRun } from '../src/shared/swarm/swarm.ts'
import { expect, isTakenOver, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { addAgents, begin, chosen, keptRuns, task } from './swarm-form.ts'
import { stopRuns } from './swarm-page.ts'

test.afterEach(({ page }) => stopRuns(page))

/** Starts a run without a page, as the wallet that is signed in there. */
async function beginRun(page: Page, fields: { task: string; agentIds: string[] }): Promise<SwarmRun> {
  const answer = await page.request.post('/api/swarm/runs', {
    data: { id: crypto.randomUUID(), mode: 'parallel', rounds: 1, words: 900, ...fields },
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}

async function twoAgents(page: Page): Promise<string[]> {
  return [(await makeAgent(page, { name: 'Ada' })).id, (await makeAgent(page, { name: 'Bo' })).id]
}

// §2.27
test('a wallet begins a run of each mode and is led to its address, where what was chosen is what is run', async ({
  page,
  person,
}) => {
  expect(person.address).toBeTruthy()
  // Own agents are first, newest first, however many others there are.
  const mark = crypto.randomUUID().slice(0, 4)
  const [ovid, lattice, meridian] = [`Ovid ${mark}`, `Lattice ${mark}`, `Meridian ${mark}`]
  for (const name of [ovid, lattice, meridian]) await makeAgent(page, { name })
  await visit(page, '/swarm')
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add an agent' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused()
  await page.getByRole('button', { name: `Add ${meridian}`, exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: `Add ${lattice}`, exact: true })).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: `${meridian} was added. 1 of at most 5` }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add an agent' })).toBeFocused()
  await addAgents(page, [lattice, ovid])
  await task(page).fill('Side by side')
  await page.getByRole('radio', { name: '1,200' }).check()
  await expect(page.getByText('3 agents: at most 4 turns and 1,200 words')).toBeVisible()
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Side by side').first()).toBeVisible()
  const runs = async () =>
    ((await (await page.request.get('/api/swarm/runs')).json()) as { runs: SwarmRun[] }).runs
  expect(await runs()).toMatchObject([{ task: 'Side by side', mode: 'parallel' }])

  // The next run is started by keyboard only, with the same agents in another order.
  await page.goBack()
  await expect(chosen(page)).toHaveCount(3)
  await expect(task(page)).toHaveValue('')
  await page.getByRole('radio', { name: 'Parallel' }).press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Debate' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Relay' })).toBeChecked()
  await page.getByRole('button', { name: `Move ${ovid} earlier` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${ovid} is 2 of 3.` })).toBeAttached()
  await expect(page.getByRole('button', { name: `Move ${ovid} earlier` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chosen(page)).toContainText([ovid, meridian, lattice])
  await page.getByRole('button', { name: 'One round more' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('3 agents: at most 7 turns')).toBeVisible()
  await task(page).focus()
  await page.keyboard.type('One after the other')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  const relay = await page.request.get(`/api/swarm/runs/${page.url().split('/').at(-1)}`)
  expect(await relay.json()).toMatchObject({
    mode: 'relay',
    phases: [{ task: 'One after the other', rounds: 2, words: 1_200 }],
    seats: [{ agentName: ovid }, { agentName: meridian }, { agentName: lattice }],
  })

  await visit(page, '/swarm')
  await page.getByRole('radio', { name: 'Debate' }).check()
  await page.getByRole('button', { name: `Remove ${meridian}` }).click()
  await expect(page.getByRole('button', { name: 'Add an agent' })).toBeFocused()
  await task(page).fill('Back and forth')
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  expect(await runs()).toMatchObject([{ task: 'Back and forth', mode: 'debate' }, {}, {}])
})

test('who goes back before the run’s screen is there finds the form at rest, and begins the next', async ({
  page,
  person: _,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/swarm-run-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await visit(page, '/swarm')
  await addAgents(page, ['Meridian', 'Ovid'])
  await task(page).fill('The first')
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL('/swarm')
  gate.resolve()
  await task(page).fill('The second')
  await begin(page).click()
  await expect(page.getByRole('region', { name: 'Task' })).toContainText('The second')
})

test('what is wrong is said at its field and led to, what the server refuses too, and nothing typed is lost', async ({
  page,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const [ada = '', bo = ''] = await twoAgents(page)
  await visit(page, '/swarm')
  await begin(page).click()
  await expect(page.getByRole('alert')).toHaveText(['A task is required.', 'Choose at least 2 agents.'])
  await expect(task(page)).toBeFocused()
  await task(page).fill('Plan a garden')
  await page.getByRole('spinbutton', { name: 'Words' }).fill('100')
  await begin(page).click()
  await expect(page.getByRole('button', { name: 'Add an agent' })).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: 'Give at least 300 words.' })).toBeVisible()

  await visit(page, `/swarm?agent=${ada}&agent=${bo}`)
  await expect(page).toHaveURL(/\/swarm$/)
  await expect(chosen(page)).toContainText(['Ada', 'Bo'])
  await expect(task(page)).toHaveValue('Plan a garden')
  await expect(page.getByRole('spinbutton', { name: 'Words' })).toHaveValue('100')
  await page.getByRole('spinbutton', { name: 'Words' }).fill('600')

  // The agent is deleted between the choice and the start.
  expect((await page.request.delete(`/api/agents/${bo}`)).ok()).toBe(true)
  await begin(page).click()
  await expect(page.getByRole('alert')).toContainText('This agent no longer exists.')
  await expect(page.getByRole('button', { name: 'Add an agent' })).toBeFocused()
  await expect(begin(page)).toHaveAttribute('aria-disabled', 'false')
  await page.reload()
  await isTakenOver(page)
  await expect(task(page)).toHaveValue('Plan a garden')
  await expect(page.getByText('No longer available', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Bo' }).click()
  await addAgents(page, ['Meridian'])
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
})

test('a beginning whose answer was lost begins one run, however often it is tried', async ({
  page,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const ids = await twoAgents(page)
  await visit(page, `/swarm?agent=${ids.join('&agent=')}`)
  await task(page).fill('Once only')
  const held = Promise.withResolvers<void>()
  let tries = 0
  await page.route('**/api/swarm/runs', async (route) => {
    if (route.request().method() !== 'POST' || ++tries > 1) return route.fallback()
    await route.fetch()
    await held.promise
    await route.abort()
  })
  await begin(page).click()
  const beginning = page.getByRole('button', { name: 'Beginning' })
  await expect(beginning).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => tries).toBe(1)
  await beginning.press('Enter')
  await task(page).press('Control+Enter')
  expect(tries).toBe(1)
  held.resolve()
  await expect(page.getByRole('alert')).toContainText('The run did not start.')
  await expect(task(page)).toHaveValue('Once only')
  await page.reload()
  await isTakenOver(page)
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  await visit(page, '/swarm')
  await expect(keptRuns(page)).toHaveCount(1)
})

test('while as many runs as may run are running, it is said which, and the fourth waits in the form', async ({
  page,
  person,
  model,
}) => {
  expect(person.address).toBeTruthy()
  const agentIds = await twoAgents(page)
  model.use('stalls')
  await beginRun(page, { task: 'The first', agentIds })
  const second = await beginRun(page, { task: 'The second', agentIds })
  await beginRun(page, { task: 'The third', agentIds })
  await visit(page, `/swarm?agent=${agentIds.join('&agent=')}`)
  await expect(keptRuns(page).filter({ hasText: 'Running' })).toHaveCount(3)
  await expect(chosen(page)).toHaveCount(2)
  await task(page).fill('The fourth')
  await begin(page).click()
  await expect(page.getByRole('alert')).toContainText('3 runs of yours are in progress.')
  const running = page.getByRole('list', { name: 'Runs in progress' }).getByRole('link')
  await expect(running).toHaveText(['The third', 'The second', 'The first'])
  await expect(running.nth(1)).toHaveAttribute('href', `/swarm/${second.id}`)

  // The list learns by itself that a run has ended.
  expect((await page.request.post(`/api/swarm/runs/${second.id}/stop`)).ok()).toBe(true)
  await expect(keptRuns(page).filter({ hasText: 'Stopped' })).toHaveText(/The second/)
  await begin(page).click()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
})

test('the list shows the newest first, with their marks; a run is deleted from it and brought back', async ({
  page,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const agentIds = await twoAgents(page)
  const older = await beginRun(page, { task: 'The older one', agentIds })
  await beginRun(page, { task: 'The newer one', agentIds })
  await page.request.patch(`/api/swarm/runs/${older.id}`, { data: { shared: true } })
  const answer = await page.request.get('/swarm')
  expect(await answer.text()).toContain('The older one')
  await visit(page, '/swarm')
  await expect(keptRuns(page)).toContainText(['The newer one', 'The older one'])
  await expect(keptRuns(page).nth(1)).toContainText('Shared')
  await expect(keptRuns(page).nth(0)).not.toContainText('Shared')
  await expect(keptRuns(page).nth(0)).toContainText('Ada and Bo')

  await page.getByRole('button', { name: 'Delete the run The older one' }).click()
  await expect(keptRuns(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Saved runs' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete the run The newer one' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Saved runs' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(keptRuns(page)).toHaveCount(2)
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Delete the run The newer one' }).click()
  expect((await deleted).ok()).toBe(true)
  await page.reload()
  await isTakenOver(page)
  await expect(keptRuns(page)).toHaveText([/The older one/])
  await keptRuns(page).getByRole('link').click()
  await expect(page).toHaveURL(`/swarm/${older.id}`)
})
