import { numberedWords } from './fakes/model-server.ts'
import { expect, signInContext, test } from './fixtures.ts'
import { startOwnServer } from './own-server.ts'
import { beginRun, lane, openLive, script, standing, synthesis } from './swarm-page.ts'

test('a run whose server is killed in mid-words has what was said, waits for a person, and is taken up from there', async ({
  browser,
  model,
}) => {
  test.slow() // two servers start
  const own = await startOwnServer({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'scripted-key' })
  const context = await browser.newContext({ baseURL: own.address })
  await signInContext(context, own.address)
  const page = await context.newPage()
  script(model, {
    Ada: { name: 'words', words: ['Done before.'] },
    // It never comes to its end: however long a machine takes to open the page, the server is killed in mid-words.
    Bo: { name: 'stalls', words: numberedWords(390), delayMs: 25 },
  })
  const { id } = await beginRun(page, ['Ada', 'Bo'])
  await openLive(page, id)
  await expect(lane(page, 'Bo')).toContainText('word60 ')
  await own.kill()
  await expect(standing(page, 'Reconnecting')).toBeVisible()
  script(model, {
    Bo: { name: 'words', words: ['Said anew.'] },
    Synthesis: { name: 'words', words: ['Whole again.'] },
  })
  await own.up()
  // The page that was left open hears of it by itself.
  await expect(page.getByText('The run was interrupted').first()).toBeVisible({ timeout: 20_000 })
  await expect(lane(page, 'Bo')).toContainText('word20 ')
  await expect(lane(page, 'Bo')).toContainText('Interrupted')
  await page.getByRole('button', { name: 'Take it up' }).click()
  await expect(lane(page, 'Bo')).toContainText('Said anew.')
  await expect(lane(page, 'Bo')).toContainText('was asked once more')
  await expect(synthesis(page)).toContainText('Whole again.')
  await context.close()
  await own.end()
})
