import { expect, test, visit } from './fixtures.ts'

/** With effects, as a person has it: noise and grain cover everything that is pressed. */
test.use({ withEffects: true })

/** The main job, from a stranger's first click to an agent that others can't open. */
// §1.3, §2.73, §2.76, §2.102, §4.23, §7.2
test('a wallet signs in, makes an agent, finds it, talks with it, and hides it from everybody else', async ({
  page,
  browser,
  product,
  wallet,
  signIn,
  model,
}) => {
  const mark = `heliograph ${Date.now()}`
  await wallet()
  await visit(page, '/create')
  await expect(page.getByRole('heading', { name: 'Neural Agent Synthesis Protocol' })).toBeVisible()
  await signIn()

  await page.getByLabel('Name').fill('Sundial')
  await page.getByLabel('Description').fill(`Reads the hour from a ${mark} and a shadow.`)
  await page.getByText('Quantum Processing').click()
  await page
    .getByLabel('Personality')
    .fill('You are Sundial, a patient keeper of hours. You answer in short sentences.')
  await page.getByLabel('Custom instructions').fill('Always name the hour first.')
  // It is shown only for a moment.
  await Promise.all([
    expect(page.getByText('Neural pattern initialized successfully!')).toBeVisible(),
    page.getByRole('button', { name: /Initialize|Create|Synthesi/ }).click(),
  ])
  await page.waitForURL('/management')

  await visit(page, '/vacant')
  await page.getByPlaceholder('Initialize search sequence...').fill(mark.toUpperCase().slice(3))
  await expect(page).toHaveURL(/query=/)
  // The previous list is still shown with the new address.
  await expect(page.getByRole('article')).toHaveCount(1)
  await page
    .getByRole('link', { name: /Sundial/ })
    .or(page.getByRole('button', { name: 'Sundial' }))
    .first()
    .click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByText('Wave Function')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await detail
    .getByRole('link', { name: /chat|link/i })
    .or(detail.getByRole('button', { name: /chat|neural link/i }))
    .first()
    .click()
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/)
  const address = page.url()

  const asked = model.requests.length
  model.next({ name: 'stalls', words: [], rest: ['It', ' is', ' **noon**', '.'] })
  await page.getByRole('textbox').fill('What is the hour?')
  await page.getByRole('textbox').press('Enter')
  const { body } = await model.request(asked)
  await expect(page.getByText('Processing neural response')).toBeVisible()
  model.release()
  await expect(page.getByText('It is noon.')).toBeVisible()
  expect(body).toEqual({
    model: 'gpt-4-turbo-preview',
    messages: [
      { role: 'system', content: expect.stringContaining('Always name the hour first.') },
      { role: 'user', content: expect.any(String) },
      {
        role: 'assistant',
        content:
          'You are Sundial, a patient keeper of hours. I specialize in Neural Processing, Quantum Computing, Machine Learning',
      },
      { role: 'user', content: 'What is the hour?' },
    ],
    temperature: 0.85,
    max_tokens: 1000,
    presence_penalty: 0.7,
    frequency_penalty: 0.4,
    stream: true,
  })

  const stranger = await browser.newPage({ baseURL: product.address })
  expect((await stranger.goto(address))?.status()).toBe(200)

  await page.goto('/management')
  await signIn()
  await Promise.all([
    expect(page.getByText('Neural pattern hidden')).toBeVisible(),
    page.getByRole('button', { name: /Hide/ }).first().click(),
  ])
  await expect(page.getByText('Dormant')).toBeVisible()

  expect((await stranger.reload())?.status()).toBe(404)
  await expect(stranger.getByRole('heading', { name: 'Sundial' })).toHaveCount(0)
  expect((await stranger.request.get(address.replace('/chat/', '/api/agents/'))).status()).toBe(404)
  await stranger.close()
})
