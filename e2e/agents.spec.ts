import type { Page } from '@playwright/test'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { chooseAction, makeAgent } from './make-agent.ts'
import { openSections } from './open-section.ts'

const search = (page: Page) => page.getByPlaceholder('Initialize search sequence...')
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

/** A valid picture with a single pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function fillCreateForm(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: 'Security Matrix' }).check()
  await page.getByLabel('Description').fill(`${name} keeps watch.`)
  await page.getByLabel('Personality').fill('You are a patient guard.')
  await page.getByLabel('Custom instructions').fill('Answer in one sentence.')
}

// §2.69, §2.70, §2.71, §2.90, §2.91, §2.94
test('a search and a category are in the link, and choosing the chosen category clears it', async ({
  page,
}) => {
  await visit(page, '/vacant?query=an&category=neural')
  await expect(search(page)).toHaveValue('an')
  const chip = page.getByRole('button', { name: 'Neural Core' })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await chip.click()
  await expect(page).toHaveURL(/\/vacant\?query=an$/)
  await page.goBack()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')

  await search(page).fill('no agent has this in it')
  await expect(page.getByText('No neural patterns detected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(search(page)).toBeFocused()

  // A category that is chosen before the search has begun is taken back alone.
  await search(page).fill('lattice')
  await chip.click()
  await expect(page).toHaveURL(/\/vacant\?.*category=neural/)
  await page.goBack()
  await expect(page).toHaveURL('/vacant?query=lattice')
})

test('an answer that comes late never takes the place of a newer one, and typing keeps the focus', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/agents?query=meridian*', async (route) => {
    await held
    // The page may have aborted the request meanwhile.
    await route.fulfill({ response: await route.fetch() }).catch(() => {})
    arrive()
  })
  await visit(page, '/vacant')
  const asked = page.waitForRequest(/query=meridian/)
  await search(page).pressSequentially('meridian')
  await asked
  await search(page).fill('palisade')
  await expect(page.getByRole('article')).toHaveCount(1)
  release()
  await late
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Palisade')).toBeVisible()
  await expect(search(page)).toBeFocused()
})

test('whoever waits at the button below a list for its last page goes on at what has come', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/agents?query=*', async (route) => {
    const url = new URL(route.request().url())
    const isLast = url.searchParams.has('cursor')
    url.searchParams.delete('cursor')
    const { agents } = await (await route.fetch({ url: url.href })).json()
    if (isLast) await held
    const json = isLast
      ? { agents: agents.slice(4), nextCursor: null }
      : { agents: agents.slice(0, 4), nextCursor: 'last' }
    await route.fulfill({ json })
  })
  await visit(page, '/vacant')
  await search(page).fill('an')
  await page.getByRole('button', { name: 'Loading more' }).focus()
  release()
  await expect(page.getByRole('article').nth(4)).toBeFocused()
})

// §1.4, §2.97
test('an agent has a link of its own, Back closes it, and the focus returns to its card', async ({
  page,
}) => {
  await visit(page, '/vacant?query=lattice')
  const link = page.getByRole('link', { name: 'Lattice', exact: true })
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Lattice' })
  await expect(dialog.getByText('You are Lattice', { exact: false })).toBeVisible()
  const address = page.url()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.goto(address)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/vacant?query=lattice')
})

// §8.9
test('a creation whose answer is lost keeps what was typed, and trying again makes no second agent', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/create')
  await expect(page.getByLabel('Personality')).toHaveCount(0)
  await signIn()
  await fillCreateForm(page, 'Sentinel')
  await page.route('**/api/agents', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const send = page.getByRole('button', { name: 'Initialize agent' })
  await send.click()
  await expect(page.getByText('Neural pattern initialization failed. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Personality')).toHaveValue('You are a patient guard.')
  await page.unroute('**/api/agents')
  await page.getByLabel('Description').fill('Sentinel keeps a better watch.')
  await send.dblclick()
  await expect(page.getByText('Neural pattern initialized successfully!')).toBeVisible()
  await page.waitForURL('/management')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('Sentinel keeps a better watch.')).toBeVisible()
})

test('a tab that begins as a copy of another one makes an agent of its own, and leaves that of the other as it is', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  await fillCreateForm(page, 'Sentinel')
  // As duplicating the tab does, it copies what the tab stores.
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open('/create')),
  ])
  await expect(copy.getByLabel('Name')).toHaveValue('Sentinel')
  await copy.getByLabel('Name').fill('Watchman')
  for (const tab of [page, copy]) {
    await tab.getByRole('button', { name: 'Initialize agent' }).click()
    await tab.waitForURL('/management')
  }
  await expect(copy.getByRole('heading', { level: 2 })).toHaveText(['Watchman', 'Sentinel'])
})

// §5.16
test('what was typed survives a reload, and every missing field is named, the first one focused', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/create')
  await signIn()
  await fillCreateForm(page, 'Bastion')
  await page.getByLabel('Name').fill('')
  await page.reload()
  await signIn()
  await expect(page.getByLabel('Personality')).toHaveValue('You are a patient guard.')
  await expect(page.getByRole('radio', { name: 'Security Matrix' })).toBeChecked()
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
})

// §8.12
test('a file that is no picture is refused at the image and leaves the rest alone', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  await fillCreateForm(page, 'Rampart')
  await openSections(page.getByRole('form', { name: 'New agent' }), 'Picture')
  const file = page.getByLabel('Choose a file')
  await file.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('an image can have at most 5 MB')).toBeVisible()
  await file.setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('group', { name: 'Image' }).getByText('text.png')).toBeVisible()
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await expect(page.getByText('Neural pattern initialization failed. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Image address')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Image address').fill('https://example.com/a.png')
  await expect(page.getByText('text.png')).toHaveCount(0)
  await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByLabel('Image address')).toHaveValue('')
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await page.waitForURL('/management')
  await expect(card(page, 'Rampart').locator('img')).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}\.webp$/)
})

test('a wallet that does not sign keeps the form, and the owner’s page asks for the signature', async ({
  page,
  wallet,
}) => {
  await wallet({ refuses: ['sign'] })
  await visit(page, '/create')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  await fillCreateForm(page, 'Outpost')
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await expect(page.getByText('The wallet did not sign, so nothing was sent.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Outpost')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByText('Sign in to see your agents')).toBeVisible()
})

// §2.78, §2.80, §2.82, §2.84, §3.34, §4.16, §4.18, §4.19, §4.20, §6.4
test('an owner edits an agent, hides it, shows it, deletes it and takes that back', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/management')
  await expect(page.getByText('Connect wallet to access Neural Control Matrix')).toBeVisible()
  await signIn()
  await expect(page.getByText('No neural assets yet')).toBeVisible()
  await makeAgent(page, { name: 'Ferry' })
  await page.reload()
  await signIn()

  await page.getByRole('button', { name: 'Edit Ferry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Token').fill('not a mint')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('The token must be a Solana mint address.')).toBeVisible()
  // The invalid field takes the focus, a moment after its error is shown.
  await expect(dialog.getByLabel('Token')).toBeFocused()
  await dialog.getByLabel('Token').fill('So11111111111111111111111111111111111111112')
  await dialog.getByLabel('Name').fill('Ferryman')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('link', { name: 'Ferryman', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Hide Ferryman' }).click()
  await expect(page.getByText('Neural pattern hidden')).toBeVisible()
  await expect(page.getByText('Dormant')).toBeVisible()
  await page.route('**/api/agents/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Show Ferryman' }).click()
  await expect(page.getByText('Failed to update neural pattern visibility.')).toBeVisible()
  await page.unroute('**/api/agents/*')
  await page.getByRole('button', { name: 'Show Ferryman' }).click()
  await expect(page.getByText('Neural pattern visible')).toBeVisible()
  await expect(page.getByText('Active')).toBeVisible()

  await chooseAction(page, 'Ferryman', 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No neural assets yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Ferryman', exact: true })).toBeVisible()
})

// §2.102, §4.14
test('a draft is first in its owner’s matrix alone until it is published, and a refused upvote goes back', async ({
  page,
  browser,
  product,
  person: _,
}) => {
  const name = `Quill ${Date.now()}`
  await makeAgent(page, { name, isPublic: false })
  await visit(page, '/vacant')
  await expect(page.getByRole('article').first()).toContainText(name)
  await expect(page.getByRole('article').first()).toContainText('Draft')
  const stranger = await browser.newPage({ baseURL: product.address })
  await stranger.goto(`/vacant?query=${name}`)
  await expect(stranger.getByText('No neural patterns detected')).toBeVisible()

  await page.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog')
  const upvote = dialog.getByRole('button', { name: /Upvote/ })
  await expect(upvote).toHaveAttribute('aria-disabled', 'false')
  // It shows even if nothing loads again.
  const loaded = /\/api\/(me\/)?agents(\?|\/[\w-]+$)/
  await page.route(loaded, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`${name} is public now.`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  const behind = page.getByRole('article', { includeHidden: true }).filter({ hasText: name })
  await expect(behind).toHaveCount(1)
  await expect(behind).not.toContainText('Draft')
  await page.unroute(loaded)
  await stranger.reload()
  await expect(card(stranger, name)).toBeVisible()
  await stranger.close()

  await page.route('**/upvote', (route) => route.abort())
  await upvote.click()
  await expect(page.getByText('Your upvote was not counted.', { exact: false })).toBeVisible()
  await expect(upvote).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/upvote')
  await upvote.click()
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await expect(upvote).toContainText('1')
})
