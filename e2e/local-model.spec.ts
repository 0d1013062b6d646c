import { type ModelHub, startModelHub } from '../test/model-hub.ts'
import { countedTo, tinyModel } from '../test/tiny-model.ts'
import { conversation, say } from './chat-page.ts'
import { expect, test, visit } from './fixtures.ts'
import { type ProductServer, startProduct } from './start-product.ts'

/** A server without any model, on whose machine none was ever asked for, and a hub. */
let hub: ModelHub
let alone: ProductServer

test.beforeAll(async () => {
  hub = await startModelHub(tinyModel({ words: 60 }))
  alone = await startProduct({ MODEL_HUB: hub.address })
})
test.afterAll(async () => {
  await alone.stop()
  await hub.close()
})

test('without a key one press downloads a model, past a wrong file and a cut, and it answers the next question', async ({
  page,
}) => {
  test.setTimeout(400_000)
  expect(alone.printed.join('\n')).toContain('npm run model')
  hub.faults.push('sends other bytes', { cutAt: 0.3 })
  await visit(page, `${alone.address}/isolated`)
  const note = page.getByRole('complementary', { name: 'Engine' })
  await expect(note).toContainText('OPENAI_API_KEY')
  await expect(note).toContainText('OPENAI_BASE_URL')

  await note.getByRole('button', { name: 'Download Qwen3 1.7B, 1.8 GB' }).click()
  await expect(note.getByRole('alert')).toContainText('is not the file that the hub lists')

  const held = Promise.withResolvers<void>()
  hub.pause = () => held.promise
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note.getByRole('progressbar', { name: 'Downloading Qwen3 1.7B' })).toBeVisible()
  await page.reload()
  await expect(note.getByRole('progressbar', { name: 'Downloading Qwen3 1.7B' })).toBeVisible()

  held.resolve()
  await expect(page.getByText('This machine · Qwen3 1.7B')).toBeVisible()
  await expect(note).toHaveCount(0)
  expect(hub.asked.at(-1)?.range).toMatch(/^bytes=\d{5,}-$/)
  await say(page, 'How far can you count?')
  // Starting the engine takes a second, and many of them on a busy machine; nothing is asserted about it.
  await expect(conversation(page).getByText(countedTo(60))).toBeVisible({ timeout: 90_000 })
})
