import type { Page } from '@playwright/test'
import { expect, visit } from './fixtures.ts'
import { holdRequest } from './hold-request.ts'
import { test } from './kept-page.ts'
import { chooseAction, makeAgent } from './make-agent.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

/** Opens the form of an agent and types into it. */
async function typeInto(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(field(page, 'Personality')).not.toHaveValue('')
  await field(page, 'Description').fill('Unsaved words.')
}

test('a duplicate and a deletion that come late leave what is open by then, with what is typed in it', async ({
  page,
  person: _,
}) => {
  await makeAgent(page, { name: 'Ferry' })
  await makeAgent(page, { name: 'Boat' })
  await visit(page, '/management')
  const duplicate = await holdRequest(page, 'POST', /\/duplicate$/)
  await chooseAction(page, 'Ferry', 'Duplicate')
  await duplicate.asked
  await typeInto(page, 'Boat')
  duplicate.release()
  await expect(page.getByText(/is a draft of yours now/)).toBeAttached()
  await expect(field(page, 'Description')).toHaveValue('Unsaved words.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)

  const deletion = await holdRequest(page, 'DELETE', /\/api\/agents\//)
  await chooseAction(page, 'Ferry', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await deletion.asked
  await page.keyboard.press('Escape')
  await typeInto(page, 'Boat')
  deletion.release()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeAttached()
  await expect(page.locator('article')).toHaveCount(2)
  await expect(field(page, 'Description')).toHaveValue('Unsaved words.')
})

test('in the control center a duplicate that comes late takes nobody away from what they type', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Ferry' })
  await visit(page, `/control?agent=${id}`)
  const duplicate = await holdRequest(page, 'POST', /\/duplicate$/)
  await page.getByRole('button', { name: 'Duplicate Ferry' }).click()
  await duplicate.asked
  await typeInto(page, 'Ferry')
  duplicate.release()
  await expect(page.getByText(/is a draft of yours now/)).toBeAttached()
  await expect(field(page, 'Description')).toHaveValue('Unsaved words.')
  await expect(page).toHaveURL(`/control?agent=${id}`)
})

test('what is typed while an agent is being saved stays to be saved next', async ({ page, person: _ }) => {
  const { id } = await makeAgent(page, { name: 'Ferry' })
  await visit(page, '/management')
  await typeInto(page, 'Ferry')
  const change = await holdRequest(page, 'PATCH', /\/api\/agents\//)
  const save = dialog(page).getByRole('button', { name: 'Save changes' })
  await save.click()
  await change.asked
  await field(page, 'Personality').fill('Typed meanwhile.')
  change.release()
  await expect(dialog(page).getByText('Version 2')).toBeVisible()
  await expect(field(page, 'Personality')).toHaveValue('Typed meanwhile.')
  await expect(dialog(page).getByText(/changed (elsewhere|meanwhile)/i)).toHaveCount(0)
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  const { description, personality } = await (await page.request.get(`/api/agents/${id}`)).json()
  expect({ description, personality }).toEqual({
    description: 'Unsaved words.',
    personality: 'Typed meanwhile.',
  })
})

test('what is typed while a persona is being saved stays to be saved next', async ({ page, person: _ }) => {
  await makeAgent(page, { name: 'Ferry' })
  await visit(page, '/management')
  await page.getByRole('button', { name: 'Edit Ferry' }).click()
  await dialog(page).getByRole('button', { name: 'Persona' }).click()
  await field(page, 'Nickname').fill('Fe')
  const change = await holdRequest(page, 'PUT', /\/persona$/)
  const save = dialog(page).getByRole('button', { name: 'Save persona' })
  await save.click()
  await change.asked
  await field(page, 'Background').fill('Typed meanwhile.')
  change.release()
  await expect(save).toHaveAttribute('aria-disabled', 'false')
  await dialog(page).getByRole('button', { name: 'Back to editing' }).click()
  await dialog(page).getByRole('button', { name: 'Persona' }).click()
  await expect(field(page, 'Background')).toHaveValue('Typed meanwhile.')
  await save.click()
  await expect(dialog(page).getByText('The persona is saved.')).toBeVisible()
})

test('while an agent is being made its form takes nothing that would be gone, and Start over leaves it', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  const form = page.getByRole('form', { name: 'New agent' })
  await form.getByLabel('Name').fill('Ferry')
  await form.getByText('Neural Core').click()
  await form.getByLabel('Description').fill('Crosses the river.')
  await form.getByLabel('Personality').fill('You are a ferry.')
  await form.getByLabel('Custom instructions').fill('Answer in short.')
  await visit(page, '/create')
  await expect(form.getByLabel('Name')).toHaveValue('Ferry')
  const post = await holdRequest(page, 'POST', /\/api\/agents$/)
  await form.getByRole('button', { name: 'Initialize agent' }).click()
  await post.asked
  await expect(form.getByLabel('Name')).not.toBeEditable()
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Ferry')
  post.release()
  await expect(page).toHaveURL('/management')
  await expect(page.getByRole('article').filter({ hasText: 'Ferry' })).toBeVisible()
})
