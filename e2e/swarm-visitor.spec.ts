import { readFile } from 'node:fs/promises'
import { axeViolations } from './axe-violations.ts'
import { expect, isTakenOver, requestTest, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { stickingOut } from './sticking-out.ts'
import { addAgents, begin, task } from './swarm-form.ts'
import { beginRun, lane, speakerOf, standing, stopRuns, synthesis } from './swarm-page.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

// §2.27
test('a visitor’s run has an address for an hour: it outlives a reload, is found again in its tab, and its page keeps what the server lets go of', async ({
  page,
  model,
}) => {
  model.choose((body) => {
    const speaker = speakerOf(body)
    if (speaker === 'Lattice') return { name: 'breaks', words: ['Half', ' a', ' thought'] }
    if (speaker === 'Synthesis') return { name: 'words', words: ['Two', ' of', ' them', ' agree.'] }
    return { name: 'words', words: [`${speaker}`, ' has', ' an', ' answer.'] }
  })
  await visit(page, '/swarm')
  await expect(page.getByText('Without a wallet it is kept for an hour')).toBeVisible()
  await addAgents(page, ['Meridian', 'Lattice', 'Ovid'])
  await task(page).fill('What is light?')
  await begin(page).tap()

  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  const address = new URL(page.url()).pathname
  await expect(synthesis(page)).toContainText('Two of them agree.')
  await expect(lane(page, 'Lattice')).toContainText('Half a thought')
  await expect(lane(page, 'Lattice')).toContainText('Left out of the synthesis')
  await expect(standing(page, 'Finished')).toBeVisible()
  const asked = model.requests.filter(({ body }) => speakerOf(body) === 'Synthesis').at(-1)
  expect(JSON.stringify(asked?.body)).toContain('Meridian has an answer.')
  expect(JSON.stringify(asked?.body)).not.toContain('Half a thought')

  await page.reload()
  await isTakenOver(page)
  await expect(synthesis(page)).toContainText('Two of them agree.')
  await expect(page.getByText(/^Kept until \d\d:\d\d$/)).toBeVisible()
  expect(await stickingOut(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as Markdown' }).tap()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    '### Synthesis\n\nTwo of them agree.',
  )

  await page.getByRole('link', { name: 'Swarm Intelligence Hub' }).tap()
  await expect(page.getByRole('list', { name: 'Chosen agents' }).getByRole('listitem')).toHaveCount(3)
  await page
    .getByRole('region', { name: 'Begun in this tab' })
    .getByRole('link', { name: 'What is light?' })
    .tap()
  await expect(page).toHaveURL(address)
  await expect(synthesis(page)).toContainText('Two of them agree.')

  // Everybody with the link may delete it; viewers then keep the page's copy.
  expect((await page.request.delete(`/api/swarm/runs/${address.slice('/swarm/'.length)}`)).status()).toBe(204)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByText('This run is no longer on the server')).toBeVisible()
  await expect(synthesis(page)).toContainText('Two of them agree.')
  expect(await stickingOut(page)).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Run not found' })).toBeVisible()
})

test('a visitor stops one that hangs, takes another out, stops the run, takes it up again, and undoes its deletion', async ({
  page,
  model,
}) => {
  model.choose((body) =>
    speakerOf(body) === 'Synthesis' ? 'words' : { name: 'stalls', words: [speakerOf(body), ' begins'] },
  )
  await visit(page, '/swarm')
  await addAgents(page, ['Meridian', 'Lattice', 'Ovid'])
  await page.getByRole('radio', { name: 'Debate' }).check()
  await task(page).fill('What is light?')
  await begin(page).tap()
  await expect(lane(page, 'Ovid')).toContainText('Ovid begins')
  await lane(page, 'Lattice').getByRole('button', { name: 'Remove Lattice', exact: true }).tap()
  await lane(page, 'Lattice').getByRole('button', { name: 'Remove Lattice from this run' }).tap()
  await expect(lane(page, 'Lattice')).toContainText('Removed')
  await lane(page, 'Meridian').getByRole('button', { name: 'Stop Meridian' }).tap()
  await expect(lane(page, 'Meridian')).toContainText('Stopped')
  await page.getByRole('button', { name: 'Stop the run' }).tap()
  await expect(page.getByText('The run was stopped')).toBeVisible()

  model.choose((body) => ({ name: 'words', words: [speakerOf(body), ' at last.'] }))
  await page.getByRole('button', { name: 'Resume' }).tap()
  await expect(lane(page, 'Ovid')).toContainText('Ovid at last.')
  await expect(synthesis(page)).toContainText('Synthesis at last.')
  await expect(lane(page, 'Ovid')).toContainText('Ovid begins')
  await expect(lane(page, 'Lattice')).not.toContainText('at last')

  await page.getByRole('button', { name: 'Delete', exact: true }).tap()
  await expect(page).toHaveURL('/swarm')
  await expect(page.getByRole('region', { name: 'Begun in this tab' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page).toHaveURL(/\/swarm\/[0-9a-f-]{36}$/)
  await expect(synthesis(page)).toContainText('Synthesis at last.')
})

requestTest(
  'a run is its owner’s alone: another wallet and a visitor find none, whatever it is',
  async ({ playwright, product }) => {
    const [owner, other, visitor] = await Promise.all(
      [1, 2, 3].map(() => playwright.request.newContext({ baseURL: product.address })),
    )
    if (!owner || !other || !visitor) throw new Error('Somebody is missing')
    await signInHost(owner)
    await signInHost(other)
    const { id } = await beginRun({ request: owner }, ['Ada', 'Bo'], { task: 'A secret of mine' })
    expect(await (await owner.get(`/swarm/${id}`)).text()).toContain('A secret of mine')
    for (const reader of [visitor, other]) {
      const answer = await reader.get(`/swarm/${id}`)
      expect(answer.status()).toBe(404)
      const html = await answer.text()
      expect(html).not.toContain('A secret of mine')
      expect(html).toMatch(/<h1[^>]*>Run not found<\/h1>/)
      expect(html).toContain('<title>Run not found · Bionic</title>')
      expect((await reader.get(`/api/swarm/runs/${id}/events`)).status()).toBe(404)
    }
    await stopRuns({ request: owner })
    for (const each of [owner, other, visitor]) await each.dispose()
  },
)
