import {
  conversation,
  conversationId,
  copyReply,
  indicator,
  messagesOf,
  sampleAgents,
  say,
} from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

test('what a model thinks is folded away above its answer, stays, is exported, and is told to no model again', async ({
  page,
  person,
  model,
}) => {
  const { one } = await sampleAgents(page.request)
  await visit(page, `/chat/${one.id}`)
  const n = model.requests.length
  model.next({ name: 'stalls', thoughts: ['Waves, <b>or'], words: [], rest: ['A **wave**.'] })
  await say(page, 'What is light?')
  await model.request(n)
  const summary = conversation(page).getByText('Thinking …', { exact: true })
  const thought = conversation(page).getByRole('region', { name: 'Reasoning' })
  await expect(summary).toBeVisible()
  await expect(indicator(page)).toBeVisible()
  await expect(thought).toHaveCount(0)
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(thought).toHaveText('Waves, <b>or')
  model.release()
  await expect(copyReply(page)).toBeVisible()
  await expect(indicator(page)).toHaveCount(0)
  await expect(conversation(page).getByText(/^Thought for \d+ s$/)).toBeVisible()
  // Once expanded it stays open.
  await expect(thought).toHaveText('Waves, <b>or')

  const id = await conversationId(page)
  await page.reload()
  const folded = conversation(page).getByText(/^Thought for \d+ s$/)
  await expect(folded).toBeVisible()
  await expect(thought).toHaveCount(0)
  await folded.click()
  await expect(thought).toHaveText('Waves, <b>or')
  await expect(conversation(page).locator('strong')).toHaveText('wave')

  for (const format of ['markdown', 'json']) {
    const file = await page.request.get(`/api/conversations/${id}/export?format=${format}`)
    expect(await file.text(), format).toContain('Waves, <b>or')
  }
  await say(page, 'Sure?')
  const next = messagesOf((await model.request(n + 1)).body)
  expect(next.join('\n')).toContain('A **wave**.')
  expect(next.join('\n')).not.toContain('Waves')
  expect(await person.conversations.open(id)).toMatchObject({ title: 'What is light?' })
})
