import type { Page } from '@playwright/test'
import { composer, conversationId, copyReply, messagesOf, said, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { openSections } from './open-section.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

test('an owner gives an agent greetings and lore, which open a conversation, enter its prompt, and say why', async ({
  page,
  person: _,
  model,
}) => {
  const agent = await makeAgent(page, { name: 'Mira' })
  await visit(page, '/management')
  await page.getByRole('button', { name: 'Edit Mira' }).click()
  await button(page, 'Persona').click()
  await button(page, 'Add a greeting').click()
  await field(page, 'First greeting').fill('I am {{char}}. Welcome, {{user}}.')
  await button(page, 'Add a greeting').click()
  await field(page, 'Alternative 1').fill('The tower stands.')
  await field(page, 'Background').fill('A tower by the sea.')
  await button(page, 'Add an entry').click()
  await field(page, 'Keys').fill('dragon\n/wy?vern/i')
  await field(page, 'Text').fill('The dragon sleeps under {{char}}’s tower.')
  await field(page, 'Order').fill('soon')
  await button(page, 'Save persona').click()
  await expect(field(page, 'Order')).toBeFocused()
  await expect(dialog(page).getByText('Enter a number.', { exact: true })).toBeVisible()
  await field(page, 'Order').fill('10')
  await field(page, 'Try a text').fill('A WYVERN!')
  await button(page, 'Test').click()
  await expect(dialog(page).getByText('“/wy?vern/i” is in the question.')).toBeVisible()

  // What is typed is there after another view was looked at.
  await button(page, 'Back to editing').click()
  await button(page, 'Persona').click()
  await expect(field(page, 'Background')).toHaveValue('A tower by the sea.')
  await expect(dialog(page).getByText('What you had typed is back.')).toBeVisible()
  await button(page, 'Save persona').click()
  await expect(dialog(page).getByText('The persona is saved.')).toBeVisible()

  await visit(page, `/chat/${agent.id}`)
  await expect(said(page, 'I am Mira. Welcome, User.')).toBeVisible()
  await page.getByRole('button', { name: 'Next version' }).click()
  await expect(said(page, 'The tower stands.')).toBeVisible()
  const n = model.requests.length
  await say(page, 'Tell me of the Dragon')
  await expect(copyReply(page)).toBeVisible()
  const texts = messagesOf((await model.request(n)).body)
  expect(texts[0]).toContain('A tower by the sea.\n\nThe dragon sleeps under Mira’s tower.')
  expect(texts.slice(-2)).toEqual(['The tower stands.', 'Tell me of the Dragon'])
  await page.getByRole('button', { name: 'Lorebook entries used' }).click()
  await expect(dialog(page).getByText('“dragon” is in the question.')).toBeVisible()
  await button(page, 'Close').click()

  // The stored conversation begins with the greeting that was chosen.
  await conversationId(page)
  await page.reload()
  await expect(said(page, 'The tower stands.')).toBeVisible()
  await say(page, 'And then?')
  await expect(copyReply(page)).toHaveCount(2)
  expect(messagesOf((await model.request(n + 1)).body).slice(2)).toEqual([
    'The tower stands.',
    'Tell me of the Dragon',
    'Hello from the scripted model.',
    'And then?',
  ])
})

test('a persona that another tab saved meanwhile is not overwritten unseen, and comes back from the history', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Tor' })
  await visit(page, '/management')
  await page.getByRole('button', { name: 'Edit Tor' }).click()
  await button(page, 'Persona').click()
  await field(page, 'Background').fill('A tower of mine.')

  // Another tab's request, sent without its screen.
  const path = `/api/agents/${id}/persona`
  const { persona } = await (await page.request.get(path)).json()
  const other = await page.request.put(path, {
    data: { persona: { ...persona, background: 'A tower of another tab.' }, lorebook: null, basedOn: 1 },
  })
  expect(other.status()).toBe(200)

  await button(page, 'Save persona').click()
  const notice = dialog(page).getByRole('alert').filter({ hasText: 'It was changed in the meantime' })
  await expect(notice).toContainText('It is version 2 now')
  await expect(field(page, 'Background')).toHaveValue('A tower of mine.')
  await button(page, 'Overwrite and save').click()
  await expect(dialog(page).getByText('The persona is saved.')).toBeVisible()

  await button(page, 'Back to editing').click()
  await button(page, 'History').click()
  await dialog(page).getByRole('button', { name: 'Version 2' }).click()
  await expect(dialog(page).getByRole('insertion')).toContainText('A tower of another tab.')
  await button(page, 'Restore this version').click()
  await expect(dialog(page).getByText('Version 2 was restored as version 4.')).toBeVisible()
  expect(await (await page.request.get(path)).json()).toMatchObject({
    persona: { background: 'A tower of another tab.' },
    version: 4,
  })
})

test('a visitor is greeted as well, and sees no lore', async ({ page, context, person: _, model }) => {
  const agent = await makeAgent(page, { name: 'Tor' })
  const persona = {
    greetings: ['Well met.'],
    ...{ background: '', systemPrompt: '', exampleMessages: '', postHistoryInstructions: '', nickname: '' },
  }
  const entry = { keys: ['sea'], content: 'It is deep.', enabled: true, insertion_order: 1 }
  const saved = await page.request.put(`/api/agents/${agent.id}/persona`, {
    data: { persona, lorebook: { entries: [entry] } },
  })
  expect(saved.status()).toBe(200)
  await context.clearCookies()
  await visit(page, `/chat/${agent.id}`)
  await expect(said(page, 'Well met.')).toBeVisible()
  const n = model.requests.length
  await say(page, 'And the sea?')
  await expect(copyReply(page)).toBeVisible()
  const texts = messagesOf((await model.request(n)).body)
  expect(texts[0]).toContain('It is deep.')
  expect(texts.slice(-2)).toEqual(['Well met.', 'And the sea?'])
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lorebook entries used' })).toHaveCount(0)
})

test('a new agent is made with its persona, which an error keeps from being sent and a reload does not lose', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  const text = (name: string) => page.getByRole('textbox', { name, exact: true })
  await text('Name').fill('Orla')
  await page.getByRole('radio', { name: 'Neural Core' }).check()
  await text('Description').fill('Keeps the tide tables.')
  await text('Personality').fill('You are Orla.')
  await text('Custom instructions').fill('Be brief.')
  await openSections(page.getByRole('form', { name: 'New agent' }), 'Persona and lorebook')
  await page.getByRole('button', { name: 'Add a greeting' }).click()
  await text('First greeting').fill('The tide is out.')
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  const [addGreeting, addEntry] = [named('Add a greeting'), named('Add an entry')]
  await addGreeting.click()
  // What is removed goes with its button: what is beside it has the focus.
  await named('Remove alternative 1').click()
  await expect(addGreeting).toBeFocused()
  await addEntry.click()
  await addEntry.click()
  await named('Remove Entry 1').click()
  await expect(named('Entry 1')).toBeFocused()
  await named('Remove Entry 1').click()
  await expect(addEntry).toBeFocused()
  await addEntry.click()
  await text('Keys').fill('tide')
  await text('Order').fill('soon')
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await expect(page.getByText('The persona has an error.')).toBeVisible()
  await page.reload()
  await expect(text('First greeting')).toHaveValue('The tide is out.')
  await page.getByRole('button', { name: 'tide', exact: true }).click()
  await text('Order').fill('3')
  await page.getByRole('button', { name: 'Initialize agent' }).click()
  await expect(page).toHaveURL(/\/management$/)
  await page.getByRole('link', { name: 'Orla' }).first().click()
  await expect(said(page, 'The tide is out.')).toBeVisible()
})
