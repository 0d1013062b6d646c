import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const search = (page: Page) => page.getByPlaceholder('Initialize search sequence...')
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

/** A picture that every browser and server can read: one dot. */
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

/** Makes an agent through the API, as the wallet that is signed in on the page. */
async function makeAgent(page: Page, fields: { name: string; isPublic?: boolean }) {
  const answer = await page.request.post('/api/agents', {
    data: {
      description: 'Made for a journey.',
      category: 'quantum',
      personality: 'You are a traveller.',
      capabilities: ['Walking'],
      knowledgeDomains: ['Roads'],
      ...fields,
    },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(201)
}

test('a search and a category are in the link, and choosing the chosen category clears it', async ({
  page,
}) => {
  await page.goto('/vacant?query=an&category=neural', { waitUntil: 'networkidle' })
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
})

test('an answer that comes late never takes the place of a newer one, and typing keeps the focus', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/agents?query=meridian*', async (route) => {
    await held
    // Whoever does not wait for it any more has let go of it.
    await route.fulfill({ response: await route.fetch() }).catch(() => {})
    arrive()
  })
  await page.goto('/vacant', { waitUntil: 'networkidle' })
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

test('an agent has a link of its own, Back closes it, and the focus returns to its card', async ({
  page,
}) => {
  await page.goto('/vacant?query=lattice', { waitUntil: 'networkidle' })
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

test('a list that failed can be asked again without typing the search again', async ({ page }) => {
  await page.goto('/vacant', { waitUntil: 'networkidle' })
  await page.route('**/api/agents?*', (route) => route.fulfill({ status: 500, body: '' }))
  await search(page).fill('warden')
  await expect(page.getByText('The matrix did not answer')).toBeVisible()
  await page.unroute('**/api/agents?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Warden')).toBeVisible()
  await expect(search(page)).toHaveValue('warden')
})

test('a creation whose answer is lost keeps what was typed, and trying again makes no second agent', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await page.goto('/create', { waitUntil: 'networkidle' })
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

test('what was typed survives a reload, and every missing field is named, the first one focused', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await page.goto('/create', { waitUntil: 'networkidle' })
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

test('a file that is no picture is refused at the image and leaves the rest alone', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await page.goto('/create', { waitUntil: 'networkidle' })
  await signIn()
  await fillCreateForm(page, 'Rampart')
  const file = page.getByLabel('Choose a file')
  await file.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('an image can have at most 5 MB')).toBeVisible()
  await file.setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('text.png')).toBeVisible()
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
  await page.goto('/create', { waitUntil: 'networkidle' })
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

test('an owner edits an agent, hides it, shows it, deletes it and takes that back', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await page.goto('/management', { waitUntil: 'networkidle' })
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
  // The faulty field takes the focus, a moment after it says what is wrong.
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

  await page.getByRole('button', { name: 'Delete Ferryman' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No neural assets yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Ferryman', exact: true })).toBeVisible()
})

test('a draft is first in its owner’s matrix alone until it is published, and a refused upvote goes back', async ({
  page,
  browser,
  product,
  wallet,
  signIn,
}) => {
  const name = `Quill ${Date.now()}`
  await wallet()
  await page.goto('/vacant', { waitUntil: 'networkidle' })
  await signIn()
  await makeAgent(page, { name, isPublic: false })
  await page.reload()
  await signIn()
  await expect(page.getByRole('article').first()).toContainText(name)
  await expect(page.getByRole('article').first()).toContainText('Draft')
  const stranger = await browser.newPage({ baseURL: product.address })
  await stranger.goto(`/vacant?query=${name}`)
  await expect(stranger.getByText('No neural patterns detected')).toBeVisible()

  await page.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expect(page.getByText(`${name} is public now.`)).toBeVisible()
  await stranger.reload()
  await expect(card(stranger, name)).toBeVisible()
  await stranger.close()

  const upvote = dialog.getByRole('button', { name: /Upvote/ })
  await page.route('**/upvote', (route) => route.abort())
  await upvote.click()
  await expect(page.getByText('The upvote was not counted.', { exact: false })).toBeVisible()
  await expect(upvote).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/upvote')
  await upvote.click()
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await expect(upvote).toContainText('1')
})
