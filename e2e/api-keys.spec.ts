import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { doorClient } from '../test/door-client.ts'
import { requestInit, type Send } from '../test/sign-in.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/** API keys: made in the settings, used by another program, seen by whom the agent belongs to, and revoked. */

/** Asks an agent with the client of OpenAI in a process of its own, as any program does. */
const program = `
import { OpenAI } from './tools/referees/openai.ts'
const [baseURL, apiKey, model] = process.argv.slice(1)
const client = new OpenAI({ baseURL, apiKey })
try {
  const stream = await client.chat.completions.create({
    model, stream: true, messages: [{ role: 'user', content: 'What is light?' }],
  })
  for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
} catch (error) {
  process.stdout.write(String(error.status))
}`

test('a key is made, used from another program, seen in the figures and in the settings, and revoked', async ({
  page,
  person,
  product,
}) => {
  const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
  const agent = await doorClient(send).makeAgent(person, { name: 'Night Owl' })
  const run = async (key: string) => {
    const input = ['--input-type=module', '-e', program, `${product.address}/v1`, key, agent.id]
    return (await promisify(execFile)(process.execPath, input)).stdout
  }

  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Give the key a name, so you can recognise it later.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The reading list')
  await dialog
    .getByRole('textbox', { name: 'Limit to one agent' })
    .fill(`${product.address}/chat/${agent.id}`)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.locator('[data-key]').textContent()) ?? ''
  expect(key).toMatch(/^bk_[\w-]{43}$/)
  // It is shown this once: nothing closes it without being asked, until it is copied.
  await page.mouse.click(8, 60)
  await expect(dialog.getByRole('alert')).toContainText('You have not copied the key')
  await dialog.getByRole('button', { name: 'Back to the key' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Back to the key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByText('TypeScript', { exact: true }).click()
  await expect(dialog.getByRole('figure')).toContainText(`apiKey: '${key}'`)
  await dialog.getByRole('button', { name: 'Done' }).click()

  expect(await run(key)).toBe('Hello from the scripted model.')

  await visit(page, '/settings')
  const item = page.getByRole('listitem').filter({ hasText: 'The reading list' })
  await expect(item).toContainText('Night Owl')
  await expect(item).toContainText('5 words')
  await expect(page.getByText(key)).toHaveCount(0)
  // Figures are stored a second after the reply.
  await expect(async () => {
    await visit(page, `/control?agent=${agent.id}`)
    await expect(page.getByRole('main')).toContainText(/Words[^0-9]*5/i, { timeout: 1_000 })
  }).toPass()

  await visit(page, '/settings')
  await item.getByRole('button', { name: 'Rename The reading list' }).click()
  await page.getByRole('textbox', { name: 'Name of the key' }).fill('Old list')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Revoke Old list' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('You have no API keys yet.')).toBeVisible()
  // What had the focus went with the key: it is at the list, not at the top of the page.
  await expect(page.locator('main :focus')).toContainText('You have no API keys yet.')
  expect(await run(key)).toBe('401')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('a new key begins with the warning that it is shown once, though its form was scrolled to the end', async ({
    page,
    person: _,
  }) => {
    await visit(page, '/settings')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('The reading list')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('Copy it now. You won’t see it again.')).toBeInViewport({ ratio: 1 })
  })
})
