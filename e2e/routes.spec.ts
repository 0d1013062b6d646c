import { composer } from './chat-page.ts'
import { expect, isAlive, requestTest, test, visit } from './fixtures.ts'

/** Section 2's routes: none of them asks for a sign-in before it shows its screen. */
// §2.1, §2.2, §2.4, §2.6, §2.7, §2.8, §2.9, §2.10, §2.11, §2.12, §2.14, §2.24, §2.25, §2.27, §6.13
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
  ['/inbox', 'Inbox'],
  ['/place', 'This place'],
  ['/rules', 'Rules of this place'],
  ['/crisis', 'You don’t have to be alone with it'],
  ['/authorize', 'Let a program in'],
] as const)
  requestTest(`${path} is served as “${title}”, to everybody`, async ({ request }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(`<title>${title}${title === 'Bionic' ? '' : ' · Bionic'}</title>`)
  })

requestTest(
  'an address that nothing can be read from is not found, as a page for whoever reads pages',
  async ({ request }) => {
    for (const part of ['%ff', '%E0%A4%A', '%00'])
      for (const screen of ['', '/by', '/chat', '/chat/x', '/shared', '/realm', '/swarm', '/desk']) {
        const path = `${screen}/${part}`
        const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } })
        expect([path, answer.status()]).toEqual([path, 404])
        expect(await answer.text()).toContain('<h1')
        expect((await request.get(path, { headers: { accept: 'application/json' } })).status()).toBe(400)
      }
  },
)

requestTest('at an address without a screen no link is the current one', async ({ request }) => {
  const linksHere = async (path: string) =>
    (await (await request.get(path)).text()).match(/<a [^>]*aria-current="page"[^>]*>/g) ?? []
  for (const path of ['/vacant/nope', '/cryptic/nope', '/isolated/nope', '/nope', '/realm/x/y', '/realm//x'])
    expect([path, ...(await linksHere(path))]).toEqual([path])
  expect((await linksHere('/realm/nope')).length).toBeGreaterThan(0)
})

requestTest('an encoded letter leads to the same screen', async ({ request }) => {
  const answer = await request.get('/%76acant')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/vacant"/)
})

test('the page at such an address comes alive', async ({ page }) => {
  for (const path of ['/%ff', '/realm/%E0%A4%A', '/chat/%00']) {
    await page.goto(path)
    const link = page.getByRole('main').getByRole('link').first()
    await isAlive(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Nothing at this|not found/)
  }
})

test('a screen that is opened without a network says so, opens by itself, and costs nothing that was typed', async ({
  page,
  context,
}) => {
  await visit(page, '/isolated')
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
  // The pauses between its tries grow; the journey does not wait for them.
  await page.clock.install()
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
  await visit(page, '/isolated')
  await takeAway()
  await openMatrix()
  await expect.poll(() => loads).toBe(2)
  // The new page requests the code repeatedly, but does not reload again.
  const before = asked
  const askedAfterPause = async () => {
    await page.clock.runFor(1_000)
    return asked
  }
  await expect.poll(askedAfterPause, { intervals: [50] }).toBeGreaterThan(before + 3)
  expect(loads).toBe(2)
  await page.unroute(vacant)
  await page.clock.runFor(10_000)
  await takesPresses()

  await visit(page, '/isolated')
  loads = 0
  await takeAway()
  page.once('load', () => void page.unroute(vacant))
  await openMatrix()
  await takesPresses()
  expect(loads).toBe(1)
})
