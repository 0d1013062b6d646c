import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const nodes = [
  'Neural Core',
  'Processing Unit',
  'Network Hub',
  'Security Matrix',
  'Power Grid',
  'Global Node',
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // §2.63, §2.64, §2.65, §2.66, §2.68, §9.17, §9.18
  test('the nest is served whole: six nodes, each with a status, power and sync, and four readouts', async ({
    page,
  }) => {
    await page.goto('/nest')
    await expect(page).toHaveTitle('Nest control matrix · Bionic')
    await expect(page.getByRole('heading', { name: 'Nest control matrix', level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(nodes)
    for (const name of nodes) {
      const card = page.getByRole('article', { name })
      await expect(card.getByText(/^Status: (Online|Syncing|Standby)$/)).toBeVisible()
      for (const level of ['Power', 'Sync']) {
        const meter = card.getByRole('meter', { name: `${name}: ${level}` })
        await expect(meter).toHaveAttribute('aria-valuenow', /^\d{2}$/)
      }
      await expect(card.getByRole('button', { name: 'CONNECT NODE', exact: true })).toBeVisible()
    }
    const readouts = page.getByRole('main').locator('dt')
    await expect(readouts).toHaveText(['Temperature', 'Capacity', 'Latency', 'Active nodes'])
    const online = await page.getByText('Status: Online').count()
    await expect(page.getByText(`${online} of ${nodes.length}`)).toBeVisible()
  })
})

// §1.16, §2.67
test('CONNECT NODE is high enough for a thumb, and connects nothing: it says so, changes no figure, and shows the way to the agents', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/nest')
  const buttons = await page.getByRole('button', { name: 'CONNECT NODE' }).all()
  expect(buttons).toHaveLength(nodes.length)
  for (const button of buttons) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.setViewportSize({ width: 1280, height: 860 })

  // What a page loads once it is idle is late where a machine is busy.
  const late = [/\/assets\/particle-network-/, /\/assets\/begin-/].map((file) => page.waitForResponse(file))
  await visit(page, '/nest')
  await Promise.all(late)
  await page.waitForLoadState('networkidle')
  const analytics = () =>
    page.locator('dd, [role=meter]').evaluateAll((all) => all.map((each) => each.outerHTML))
  const before = await analytics()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const hub = page.getByRole('article', { name: 'Network Hub' })
  await hub.getByRole('button', { name: 'CONNECT NODE' }).press('Enter')
  await expect(hub.getByRole('status')).toContainText('This node is only decoration and connects to nothing.')
  expect(await analytics()).toEqual(before)
  expect(asked).toEqual([])
  expect(await axeViolations(page)).toEqual([])

  const grid = page.getByRole('article', { name: 'Power Grid' })
  await grid.getByRole('button', { name: 'CONNECT NODE' }).click()
  await expect(hub.getByRole('status')).toBeEmpty()
  await grid.getByRole('link', { name: 'in the Matrix' }).click()
  await expect(page).toHaveURL('/vacant')
})
