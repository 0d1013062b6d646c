import type { Page } from '@playwright/test'
import type { Agent } from '../src/shared/agents/agents.ts'
import { axeViolations } from './axe-violations.ts'
import { composer, conversation, copyReply, messagesOf, notAnswered, said, say } from './chat-page.ts'
import { expect, signInContext, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name, exact: true })
const changedNote = (page: Page) => dialog(page).getByText('The next answer uses the changed version')
const systemMessage = (body: unknown) => messagesOf(body)[0] ?? ''

/** Creates an agent of whoever is signed in, and opens its form. */
async function editNew(page: Page, name: string): Promise<Agent> {
  const agent = await makeAgent(page, { name, personality: 'You are a slow ferry.' })
  await visit(page, '/management')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(field(page, 'Personality')).toHaveValue('You are a slow ferry.')
  return agent
}

// §2.24
test('an owner talks with the edited agent before saving it, while everybody else meets the saved one', async ({
  page,
  person: _,
  browser,
  baseURL,
  model,
}) => {
  const { id } = await editNew(page, 'Ferry')
  const n = model.requests.length
  await field(page, 'Personality').fill('You are a quick ferry.')
  await field(page, 'Capabilities').fill('Sailing, Docking')
  await say(page, 'Who are you?')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  expect(systemMessage((await model.request(n)).body)).toBe(
    'You are a quick ferry.\n\nYour capabilities: Sailing, Docking.\n\nYour knowledge domains: Roads.',
  )

  // Until a reply has ended, the next question stays in the composer.
  await expect(copyReply(page)).toHaveCount(1)
  await expect(changedNote(page)).toHaveCount(0)
  await field(page, 'Personality').fill('You are a flying ferry.')
  await expect(changedNote(page)).toBeVisible()
  await say(page, 'And now?')
  await expect(copyReply(page)).toHaveCount(2)
  await expect(changedNote(page)).toHaveCount(0)
  const { body } = await model.request(n + 1)
  expect(systemMessage(body)).toContain('You are a flying ferry.')
  expect(messagesOf(body).slice(-3)).toEqual(['Who are you?', 'Hello from the scripted model.', 'And now?'])

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await elsewhere.newPage()
  await visit(visitor, `/chat/${id}`)
  await say(visitor, 'Who are you?')
  await expect(copyReply(visitor)).toBeVisible()
  expect(systemMessage((await model.request(n + 2)).body)).toContain('You are a slow ferry.')
  const tried = { draft: { name: 'Mine now' }, message: 'Hello' }
  const address = `/api/agents/${id}/try-out`
  expect((await elsewhere.request.post(address, { data: tried })).status()).toBe(401)
  await signInContext(elsewhere, baseURL ?? '')
  const { name, description, personality, capabilities, knowledgeDomains }: Agent = await (
    await elsewhere.request.get(`/api/agents/${id}`)
  ).json()
  const draft = { name, description, personality, capabilities, knowledgeDomains }
  expect((await elsewhere.request.post(address, { data: { ...tried, draft } })).status()).toBe(403)
  expect(model.requests.length).toBe(n + 3)
  await elsewhere.close()

  await dialog(page).getByRole('button', { name: 'Start over' }).click()
  await expect(conversation(page)).toContainText('No messages yet.')
  await expect(composer(page)).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    personality: 'You are a flying ferry.',
    capabilities: ['Sailing', 'Docking'],
    version: 2,
  })
})

test('a try-out is stopped, breaks off and is asked again, is neither kept nor counted, and closes without a question', async ({
  page,
  person: _,
  model,
}) => {
  const { id } = await editNew(page, 'Raft')
  const n = model.requests.length
  model.next('stalls')
  await say(page, 'Tell me everything')
  await expect(said(page, 'Hello from the')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Stop' }).click()
  expect(await model.closed(n)).toBe('cut')
  await expect(conversation(page).getByText('Stopped', { exact: true })).toBeVisible()
  await expect(said(page, 'Hello from the')).toBeVisible()

  model.next('breaks')
  await say(page, 'Go on')
  await expect(conversation(page).getByText('Broken off', { exact: true })).toBeVisible()
  await expect(notAnswered(page)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(notAnswered(page)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get('/api/conversations')).json()).toMatchObject({ conversations: [] })
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({ version: 1 })
  await page.getByRole('button', { name: 'Edit Raft' }).click()
  await expect(conversation(page)).toContainText('No messages yet.')
  await field(page, 'Description').fill('Unsaved.')
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByText('Your changes are not saved.')).toBeVisible()
})

test('a draft that could not be saved is not asked: its field says why, and the question stays', async ({
  page,
  person: _,
  model,
}) => {
  await editNew(page, 'Punt')
  const n = model.requests.length
  await field(page, 'Name').fill(' ')
  await field(page, 'Capabilities').fill(',')
  await field(page, 'Token').fill('no token')
  await say(page, 'Can you hear me?')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Name is required.')
  await expect(field(page, 'Capabilities')).toHaveAccessibleDescription(/^Give at least one capability\./)
  await expect(dialog(page).getByText('Your question is still here.')).toBeVisible()
  await expect(composer(page)).toHaveValue('Can you hear me?')
  await expect(conversation(page)).toContainText('No messages yet.')

  await field(page, 'Name').fill('Barge')
  await expect(dialog(page).getByText('Name is required.')).toHaveCount(0)
  await expect(dialog(page).getByText('Give at least one capability.')).toBeVisible()
  await field(page, 'Capabilities').fill('Floating')
  await expect(dialog(page).getByText('Give at least one capability.')).toHaveCount(0)
  expect(model.requests.length).toBe(n)
  // An error in a field that does not affect replies does not prevent asking.
  await page.getByRole('textbox', { name: 'Message to Barge' }).press('Enter')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  expect(messagesOf((await model.request(n)).body).at(-1)).toBe('Can you hear me?')
})

test('by keyboard alone the form comes first and the conversation after it, and Enter asks without saving', async ({
  page,
  person: _,
}) => {
  const { id } = await editNew(page, 'Canoe')
  // The conversation is shown a little later than the form.
  await expect(composer(page)).toBeVisible()
  await field(page, 'Name').focus()
  await field(page, 'Name').pressSequentially('!')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Tab')
  await expect(conversation(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Who are you?')
  await page.keyboard.press('Enter')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect(field(page, 'Name')).toHaveValue('Canoe!')
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({ version: 1 })
  expect(await axeViolations(page)).toEqual([])
})

test('on a phone the form and the conversation are two tabs, and neither loses what is in it', async ({
  page,
  person: _,
  model,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { id } = await editNew(page, 'Kayak')
  await expect(composer(page)).toHaveCount(0)
  await field(page, 'Personality').fill('You are a quick kayak.')
  await tab(page, 'Edit').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Try out')).toBeFocused()
  await expect(tab(page, 'Try out')).toHaveAttribute('aria-selected', 'true')
  await expect(dialog(page).getByRole('tabpanel', { name: 'Try out' })).toBeVisible()
  await expect(field(page, 'Personality')).toHaveCount(0)
  const n = model.requests.length
  await say(page, 'Who are you?')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  expect(systemMessage((await model.request(n)).body)).toContain('You are a quick kayak.')
  await expect(copyReply(page)).toHaveCount(1)
  await expect(composer(page)).toBeInViewport()
  expect(await axeViolations(page)).toEqual([])
  expect(await stickingOut(page)).toEqual([])

  // A wide reply does not exceed its container.
  model.next({ name: 'words', words: ['```\n', 'paddle '.repeat(40), '\n```'] })
  await say(page, 'Show me')
  await expect(copyReply(page)).toHaveCount(2)
  await expect(dialog(page).getByRole('button', { name: 'Start over' })).toBeInViewport({ ratio: 1 })
  expect(await stickingOut(page)).toEqual([])

  await tab(page, 'Edit').click()
  await expect(field(page, 'Personality')).toHaveValue('You are a quick kayak.')
  await field(page, 'Name').fill('')
  await tab(page, 'Try out').click()
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(changedNote(page)).toBeVisible()
  await say(page, 'Still there?')
  await expect(tab(page, 'Edit')).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Name is required.')
  await field(page, 'Name').fill('Kayak')
  await tab(page, 'Try out').click()
  await expect(composer(page)).toHaveValue('Still there?')

  // In both views, leaving with unsaved changes asks for confirmation.
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByText('Your changes are not saved.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    personality: 'You are a quick kayak.',
  })
})

test('where the conversation can’t be loaded the form says so, and saves as ever', async ({
  page,
  person: _,
}) => {
  await page.route('**/assets/try-out-pane-*.js', (route) => route.abort())
  const { id } = await editNew(page, 'Dinghy')
  await expect(dialog(page).getByText('The try-out could not be loaded.')).toBeVisible()
  await field(page, 'Description').fill('Saved all the same.')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    description: 'Saved all the same.',
  })
})
