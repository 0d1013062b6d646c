import { composer } from './chat-page.ts'
import { expect, isAlive, test } from './fixtures.ts'

/** Section 2's routes: none of them asks who is there before it shows its screen. */
for (const [path, title] of [
  ['/', 'Bionic'],
  ['/isolated', 'Chat with Bionic'],
  ['/vacant', 'Neural Entity Matrix'],
  ['/cryptic', 'Restricted Access Zone'],
  ['/archives', 'Restricted Access Zone'],
  ['/chat', 'Chat Agent Interface'],
  ['/realm', 'Neural Realms'],
  ['/join', 'Join Room'],
  ['/social', 'Social Media Agent'],
  ['/control', 'Agent Control Center'],
  ['/swarm', 'Swarm Intelligence Hub'],
  ['/nest', 'Nest control matrix'],
  ['/launch', 'Choose a launch sequence'],
  ['/create', 'Neural Agent Synthesis Protocol'],
  ['/management', 'Neural Asset Control Matrix'],
  ['/settings', 'Settings'],
] as const)
  test(`${path} is served as “${title}”, to everybody`, async ({ request }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(`<title>${title}${title === 'Bionic' ? '' : ' · Bionic'}</title>`)
  })

test('a screen that is opened without a network says so, opens by itself, and costs nothing that was typed', async ({
  page,
  context,
}) => {
  await page.goto('/isolated', { waitUntil: 'networkidle' })
  await composer(page).fill('Half a thought')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Vacant' }).click()
  await expect(page).toHaveURL('/vacant')
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await page.goBack()
  await expect(composer(page)).toHaveValue('Half a thought')
  await page.goForward()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Neural Entity Matrix' })).toBeVisible()
  await expect(page).toHaveTitle('Neural Entity Matrix · Bionic')
})

test('a page whose code is gone from the server is made anew once, and once more after it has worked', async ({
  page,
}) => {
  const vacant = /\/assets\/vacant-[^/]*\.js$/
  let loads = 0
  let asked = 0
  page.on('load', () => loads++)
  const takeAway = () =>
    page.route(vacant, (route) => {
      asked++
      return route.fulfill({ status: 404 })
    })
  const openMatrix = () => page.getByRole('banner').getByRole('link', { name: 'Vacant' }).click()
  const takesPresses = async () => {
    const chip = page.getByRole('button', { name: 'Neural Core' })
    await isAlive(chip)
    await chip.click()
    await expect(page).toHaveURL(/category=neural/)
  }
  await page.goto('/isolated', { waitUntil: 'networkidle' })
  await takeAway()
  await openMatrix()
  await expect.poll(() => loads).toBe(2)
  // The new page asks for the code again and again, and is not made anew for it any more.
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + 3)
  expect(loads).toBe(2)
  await page.unroute(vacant)
  await takesPresses()

  await page.goto('/isolated', { waitUntil: 'networkidle' })
  loads = 0
  await takeAway()
  page.once('load', () => void page.unroute(vacant))
  await openMatrix()
  await takesPresses()
  expect(loads).toBe(1)
})
