import type { BrowserContext, Page, Request } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

const mint = 'So11111111111111111111111111111111111111112'
const picture = 'https://pictures.example/corvid.png'

const tile = (page: Page) => page.getByRole('link', { name: 'Create an agent' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Create an agent' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Create agent' })
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const isCreation = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/agents'

/** Faults that only the server finds. */
const refused = {
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Some fields are not right.',
    status: 422,
    code: 'validation_failed',
    requestId: 'a-journey',
    errors: { pumpToken: 'No such mint.', 'knowledgeDomains.0': 'Too vague.' },
  }),
}

/** A valid picture with a single pixel. */
const dot = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

async function fill(page: Page, name: string) {
  const dialog = form(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: 'Synthetic Cognition' }).check()
  await dialog.getByLabel('Description').fill(`${name} collects bright things.`)
  await dialog.getByLabel('Custom instructions').fill('Answer in one sentence.')
  await dialog.getByLabel('Image address').fill(picture)
}

/** The requests of a context's pages to other origins than their own. */
function foreignRequests(context: BrowserContext, address: string): string[] {
  const foreign: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== address) foreign.push(request.url())
  })
  return foreign
}

test.beforeEach(async ({ wallet }) => {
  await wallet()
})

// §5.9, §5.10, §5.11, §5.13
test('what is missing is said at its field in the words of the specification, and the first is focused; a file clears the address, and an address the file', async ({
  page,
}) => {
  await page.goto('/vacant')
  await tile(page).click()
  const dialog = form(page)
  await fill(page, 'Corvid')
  await dialog.getByLabel('Description').fill(' ')
  await dialog.getByLabel('Custom instructions').fill('\n \n')
  await dialog.getByLabel('Image address').fill('  ')
  await send(page).click()
  for (const [label, text] of [
    ['Description', 'Please provide a description for your agent'],
    ['Custom instructions', 'Please provide custom instructions for your agent'],
    ['Image address', 'Please provide an image for your agent'],
  ] as const) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text))
  }
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)

  await dialog.getByLabel('Description').fill('Collects bright things.')
  await expect(dialog.getByText('Please provide a description for your agent')).toHaveCount(0)
  await send(page).click()
  await expect(dialog.getByLabel('Custom instructions')).toBeFocused()
  await dialog.getByLabel('Custom instructions').fill('Be brief.')
  await send(page).click()
  await expect(dialog.getByLabel('Image address')).toBeFocused()
  await dialog.getByLabel('Choose a file').setInputFiles(dot)
  await expect(dialog.getByText('Please provide an image for your agent')).toHaveCount(0)

  const address = dialog.getByLabel('Image address')
  await address.fill(picture)
  await expect(dialog.getByText('dot.png')).toHaveCount(0)
  await dialog.getByLabel('Choose a file').setInputFiles(dot)
  await expect(address).toHaveValue('')
  await expect(dialog.getByText('dot.png')).toBeVisible()
})

// §2.89, §3.30, §4.13, §4.26, §5.15
test('a draft is its owner’s alone in the matrix, opens for others by its link, and is listed once published', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const name = `Corvid ${Date.now()}`
  const foreign = foreignRequests(page.context(), product.address)
  await visit(page, '/vacant')
  await signIn()
  await tile(page).click()
  await expect(page).toHaveURL(/\/vacant\?create$/)
  const dialog = form(page)
  const lookedAt = page.waitForResponse((response) => response.url().endsWith('/api/images/remote'))
  await fill(page, name)
  // The server checks it, because the address is another site's; here it finds nothing.
  expect(await (await lookedAt).json()).toEqual({ pictureUrl: null })
  await expect(dialog.getByText('No picture could be loaded from this.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Supportive Coach' }).check()
  await expect(dialog.getByLabel('Base personality')).toHaveValue(/^You are a supportive coach/)
  await expect(dialog.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Humorous' }).check()
  await dialog.getByLabel('Capabilities').fill(' Nest Building ,, Debugging')
  await dialog.getByText('Programming & Development').click()
  await expect(dialog.getByRole('button', { name: 'Debugging' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Debugging' }).click()
  await dialog.getByRole('button', { name: 'Code Review' }).click()
  await expect(dialog.getByLabel('Capabilities')).toHaveValue('Nest Building, Code Review')
  await dialog.getByLabel('Knowledge domains').fill('Trees, , Winds ')
  const asked = page.waitForRequest(isCreation)
  const sent = page.getByText(`${name} is a draft. It opens only by its link until you publish it.`).waitFor()
  await send(page).click()
  expect((await asked).postDataJSON()).toMatchObject({
    name,
    category: 'synthetic',
    personality: expect.stringMatching(/^You are a supportive coach/),
    tone: 'humorous',
    customInstructions: 'Answer in one sentence.',
    capabilities: ['Nest Building', 'Code Review'],
    knowledgeDomains: ['Trees', 'Winds'],
    imageUrl: picture,
    pumpToken: null,
    isPublic: false,
  })
  await sent
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/vacant$/)
  await expect(card(page, name)).toContainText('Draft')

  await page.getByRole('link', { name, exact: true }).click()
  const detail = page.getByRole('dialog', { name })
  await expect(detail.getByText('Speak in a humorous tone.')).toBeVisible()
  const stranger = await browser.newPage({ baseURL: product.address })
  const strangers = foreignRequests(stranger.context(), product.address)
  await stranger.goto(`/vacant?query=${encodeURIComponent(name)}`)
  await expect(stranger.getByText('No neural patterns detected')).toBeVisible()
  await stranger.goto(page.url())
  const seen = stranger.getByRole('dialog', { name })
  await expect(seen.getByText('Speak in a humorous tone.')).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Publish' })).toHaveCount(0)

  await Promise.all([
    expect(page.getByText(`${name} is public now.`)).toBeVisible(),
    detail.getByRole('button', { name: 'Publish' }).click(),
  ])
  await stranger.goto(`/vacant?query=${encodeURIComponent(name)}`)
  const shown = card(stranger, name).locator('img')
  await expect(shown).toHaveAttribute('src', /^\/images\/remote\/[0-9a-f]{64}\.webp$/)
  // The default image, from the server's own address.
  const pixels = (img: HTMLImageElement) =>
    fetch(img.currentSrc)
      .then((answer) => answer.blob())
      .then((blob) => createImageBitmap(blob))
      .then(({ width }) => (img.complete && img.naturalWidth > 0 ? width : 0))
  await expect.poll(() => shown.evaluate(pixels)).toBe(300)
  await stranger.goto(page.url())
  await expect(stranger.getByRole('dialog', { name }).locator('img').first()).toBeVisible()
  const { head } = await stranger.evaluate(() => ({ head: document.head.innerHTML }))
  expect(head).toMatch(
    /property="og:image" content="http:[^"]*\/unfurl\/agent\/[0-9a-f-]{36}\/[0-9a-f]{32}\.png"/,
  )
  expect([...foreign, ...strangers]).toEqual([])
  await stranger.close()
  // Everybody's pages would ask for its picture, which nobody can bring.
  const id = new URL(page.url()).searchParams.get('agent')
  expect((await page.request.delete(`/api/agents/${id}`)).ok()).toBe(true)
})

// §4.25, §5.8
test('with a session alone a picture’s address is looked at; sending twice while one creation runs makes one draft, and the button says that it runs', async ({
  page,
  person: _,
}) => {
  const name = `Magpie ${Date.now()}`
  const creations: string[] = []
  page.on('request', (request) => isCreation(request) && creations.push(request.url()))
  await visit(page, '/vacant')
  await tile(page).click()
  const lookedAt = page.waitForResponse((response) => response.url().endsWith('/api/images/remote'))
  await fill(page, name)
  expect(await (await lookedAt).json()).toEqual({ pictureUrl: null })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === '/api/agents',
    async (route) => {
      if (isCreation(route.request())) await held
      await route.continue()
    },
  )
  await send(page).dblclick()
  const running = form(page).getByRole('button', { name: 'Creating...' })
  await expect(running).toBeVisible()
  await running.click({ force: true })
  await form(page).getByLabel('Name').press('Enter')
  release()
  await expect(form(page)).toHaveCount(0)
  await expect(card(page, name)).toHaveCount(1)
  expect(creations).toHaveLength(1)
})

test('closing the dialog does not stop a creation: the person hears how it ended and stays where they are', async ({
  page,
  person: _,
}) => {
  const name = `Nutcracker ${Date.now()}`
  await page.goto('/nest')
  await visit(page, '/vacant')
  await tile(page).click()
  await fill(page, name)
  let ending = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(
    (url) => url.pathname === '/api/agents',
    async (route) => {
      if (!isCreation(route.request())) return route.continue()
      await route[await ending.promise]()
    },
  )
  const sendAndClose = async () => {
    ending = Promise.withResolvers()
    const asked = page.waitForRequest(isCreation)
    await send(page).click()
    await asked
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
  }
  await sendAndClose()
  const sent = page
    .getByText('The draft was not saved. Everything you typed is still in the dialog.')
    .waitFor()
  ending.resolve('abort')
  await sent
  await tile(page).click()
  await expect(form(page).getByLabel('Name')).toHaveValue(name)
  await expect(form(page).getByText('The draft was not saved.')).toBeVisible()
  await sendAndClose()
  ending.resolve('continue')
  await expect(card(page, name)).toContainText('Draft')
  await expect(page).toHaveURL(/\/vacant$/)
})

test('a token that is no mint address is said at its field, and so is what only the server finds, the first one focused; a right token is linked to the launch platform', async ({
  page,
  person: _,
}) => {
  const name = `Jackdaw ${Date.now()}`
  await visit(page, '/vacant')
  await tile(page).click()
  const dialog = form(page)
  await fill(page, name)
  const token = dialog.getByLabel('Token')
  // Valid letters with a wrong length, then a letter that base58 does not have.
  for (const wrong of [mint.slice(0, -4), mint.replace('o', '0')]) {
    await token.fill(wrong)
    await send(page).click()
    await expect(token).toHaveAccessibleDescription(/The token must be a Solana mint address\./)
    await expect(token).toBeFocused()
  }
  await token.fill(` ${mint} `)
  await page.route(
    (url) => url.pathname === '/api/agents',
    (route) => (isCreation(route.request()) ? route.fulfill(refused) : route.continue()),
  )
  await send(page).click()
  const domains = dialog.getByLabel('Knowledge domains')
  await expect(domains).toBeFocused()
  await expect(domains).toHaveAccessibleDescription(/Too vague\./)
  await expect(token).toHaveAccessibleDescription(/No such mint\./)
  await page.unrouteAll()
  await send(page).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('dialog', { name }).getByRole('link', { name: /pump\.fun/ })).toHaveAttribute(
    'href',
    `https://pump.fun/coin/${mint}`,
  )
})

// §8.11
test('a failure is logged and quietly said, keeps everything, and trying again makes one draft', async ({
  page,
  person: _,
}) => {
  const name = `Raven ${Date.now()}`
  await visit(page, '/vacant')
  await tile(page).click()
  const dialog = form(page)
  await fill(page, name)
  await dialog.getByRole('radio', { name: 'Your own words' }).check()
  await dialog.getByLabel('Base personality').fill('You are a raven.')
  await dialog.getByLabel('Choose a file').setInputFiles(dot)
  // The server creates the draft, and only its response is lost.
  await page.route(
    (url) => url.pathname === '/api/agents',
    async (route) => {
      if (!isCreation(route.request())) return route.continue()
      await route.fetch()
      await route.abort()
    },
  )
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error creating agent'))
  await send(page).click()
  await expect(dialog.getByText('The draft was not saved.')).toBeVisible()
  await logged
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await expect(dialog.getByLabel('Base personality')).toHaveValue('You are a raven.')
  await expect(dialog.getByLabel('Custom instructions')).toHaveValue('Answer in one sentence.')
  await expect(dialog.getByRole('radio', { name: 'Synthetic Cognition' })).toBeChecked()
  await expect(dialog.getByText('dot.png')).toBeVisible()

  await page.unrouteAll()
  await dialog.getByLabel('Description').fill('Remembers faces.')
  await send(page).click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, name)).toHaveCount(1)
  await expect(card(page, name)).toContainText('Remembers faces.')
  await expect(card(page, name).locator('img')).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}\.webp$/)
  await tile(page).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
})

test('closing by mistake, Back and a reload keep what was typed; a preset keeps a person’s own words', async ({
  page,
}) => {
  await page.goto('/vacant?category=neural')
  await tile(page).click()
  await expect(page).toHaveURL(/\/vacant\?category=neural&create$/)
  const dialog = form(page)
  await fill(page, 'Jay')
  const personality = dialog.getByLabel('Base personality')
  await dialog.getByRole('radio', { name: 'Your own words' }).check()
  await personality.fill('You are a jay.')
  await dialog.getByRole('radio', { name: 'Analytical Advisor' }).check()
  await expect(personality).toHaveValue(/^You are an analytical advisor/)
  await dialog.getByRole('radio', { name: 'Your own words' }).check()
  await expect(personality).toHaveValue('You are a jay.')
  await dialog.getByLabel('Choose a file').setInputFiles(dot)

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/vacant\?category=neural$/)
  await tile(page).click()
  await expect(dialog.getByText('dot.png')).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(tile(page)).toBeFocused()

  await page.goto('/vacant?create')
  await expect(dialog.getByText('Please choose the file “dot.png” again.', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Jay')
  await expect(personality).toHaveValue('You are a jay.')
  // A portrait that was drawn is drawn again.
  await dialog.getByRole('button', { name: 'Draw a portrait' }).click()
  await expect(dialog.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await expect(dialog.getByText('What you had typed is back.', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'Helpful Expert' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Synthetic Cognition' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/vacant$/)
  await tile(page).click()
  await dialog.getByRole('link', { name: 'Use the full page' }).click()
  await expect(page).toHaveURL('/create')
})

// §5.7
test('a visitor is asked for the wallet when sending, and a signature that is refused keeps the form', async ({
  page,
}) => {
  await page.goto('/vacant')
  await tile(page).click()
  await fill(page, `Chough ${Date.now()}`)
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.add('sign'))
  await send(page).click()
  await page
    .getByRole('dialog', { name: 'Connect a wallet on Solana to continue' })
    .getByRole('button', { name: /Detected/ })
    .click()
  await expect(form(page).getByText('The wallet did not sign, so nothing was sent.')).toBeVisible()
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.delete('sign'))
  await send(page).click()
  await expect(form(page)).toHaveCount(0)
  await expect(card(page, 'Chough')).toContainText('Draft')
})

test('the dialog is clean for axe with every fault, 360 and 1280 pixels wide; its button stays in reach, empty too', async ({
  page,
}) => {
  const isInReach = async (width: number) => {
    await page.setViewportSize({ width, height: 780 })
    await expect(send(page)).toBeInViewport({ ratio: 1 })
  }
  const isClean = async (width: number) => {
    await isInReach(width)
    expect(await axeViolations(page), `${width} px`).toEqual([])
    expect(await stickingOut(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/vacant?create')
  await expect(form(page).getByLabel('Name')).toBeVisible()
  await isInReach(360)
  await isInReach(1280)
  await form(page).getByText('Business & Strategy').click()
  await form(page).getByRole('button', { name: 'Risk Assessment' }).click()
  await send(page).click()
  await expect(form(page).getByText('Please provide an image for your agent')).toBeAttached()
  await isClean(1280)
  await isClean(360)
})
