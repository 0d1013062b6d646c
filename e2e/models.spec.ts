import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workingFolder } from '../test/working-folder.ts'
import { conversation, meridian, said, say } from './chat-page.ts'
import { expect, isTakenOver, signInContext, test, visit } from './fixtures.ts'
import { startProduct } from './start-product.ts'

test('a model is chosen in the head of a chat, kept over a reload, and another one answers beside it', async ({
  page,
  model,
}) => {
  const MODELS_FILE = join(workingFolder, `models-${process.pid}.json`)
  const provider = { dialect: 'chat', name: 'Near', baseUrl: model.baseUrl, models: ['plain', 'fine'] }
  await writeFile(MODELS_FILE, JSON.stringify({ standard: 'near/plain', providers: { near: provider } }))
  const product = await startProduct({ MODELS_FILE })
  try {
    await signInContext(page.context(), product.address)
    await visit(page, product.address + meridian)
    const head = page.getByRole('button', { name: /^Answered by/ })
    await expect(head).toContainText(/plain\s*· this place pays/)
    await head.click()
    const chooser = page.getByRole('dialog', { name: 'What answers in this conversation' })
    await chooser.getByRole('button', { name: /^fine/ }).click()
    await expect(head).toContainText(/fine\s*· this place pays/)

    model.next({ name: 'words', words: ['As the fine one says.'] })
    await say(page, 'What is light?')
    await expect(said(page, 'As the fine one says.')).toBeVisible()
    expect(model.requests.at(-1)?.body).toMatchObject({ model: 'fine' })
    await page.reload()
    await isTakenOver(page)
    await expect(head).toContainText(/fine\s*· this place pays/)

    model.next({ name: 'words', words: ['As the plain one says.'] })
    await page.getByRole('button', { name: 'Again with another model' }).click()
    await page
      .getByRole('dialog', { name: 'Again with another model' })
      .getByRole('button', { name: /^plain/ })
      .click()
    const both = page.getByRole('region', { name: 'Two replies side by side' }).getByRole('article')
    await expect(both).toHaveText([/As the fine one says\./, /As the plain one says\./])
    expect(model.requests.at(-1)?.body).toMatchObject({ model: 'plain' })
    await both.first().getByRole('button', { name: 'Go on from this one' }).click()
    await page.getByRole('button', { name: 'One reply again' }).click()
    await expect(said(page, 'As the fine one says.')).toBeVisible()
    await expect(conversation(page)).not.toContainText('As the plain one says.')
  } finally {
    await product.stop()
  }
})
