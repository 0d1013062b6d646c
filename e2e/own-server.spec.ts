import { axeViolations } from './axe-violations.ts'
import {
  conversation,
  conversationId,
  copyReply,
  meridian,
  messagesOf,
  notAnswered,
  said,
  say,
} from './chat-page.ts'
import { numberedWords } from './fakes/model-server.ts'
import { expect, isTakenOver, test, visit } from './fixtures.ts'
import { beginRun, lane, openLive, script, standing, synthesis } from './swarm-page.ts'

// One worker for all of them: each worker would start such a server of its own.
test.describe.configure({ mode: 'default' })

/** A server that can be killed, with the smallest context window of a model and the smallest quota of a wallet. */
test.use({ baseURL: async ({ own }, use) => use(own.address) })
// A failed journey may have left it down, and signing in needs it.
test.beforeEach(({ own }) => own.up())

test('a server that is killed in mid-reply and comes back has the words so far, and a retry gives a whole reply', async ({
  page,
  person,
  own,
  model,
}) => {
  test.slow() // two servers start
  const words = numberedWords(400)
  // However late the server is killed, the reply has not ended.
  model.next({ name: 'stalls', words, delayMs: 25 })
  await page.goto(meridian)
  await say(page, 'Count as far as you can')
  await expect(conversation(page)).toContainText('word60 ')
  await own.kill()
  await own.up()
  // The open page learns of it by itself.
  await expect(conversation(page).getByText('Broken off', { exact: true })).toBeVisible()
  await page.reload()
  await isTakenOver(page)
  await expect(conversation(page).getByText('Broken off', { exact: true })).toBeVisible()
  const stored = await person.conversations.open(await conversationId(page))
  const kept = stored.messages.at(-1)
  expect(kept).toMatchObject({ role: 'assistant', state: 'interrupted' })
  expect(words.join('').startsWith(kept?.content ?? '?')).toBe(true)
  expect(kept?.content).toContain('word20 ')
  await expect(said(page, kept?.content ?? '')).toHaveCount(1)
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(page.getByText('Broken off', { exact: true })).toHaveCount(0)
  await page.reload()
  await isTakenOver(page)
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(said(page, kept?.content ?? '')).toHaveCount(1)
})

test('what no longer fits the model’s memory is left out whole, oldest first, and the screen says from where on it remembers', async ({
  page,
  person: _,
  model,
}) => {
  const question = (name: string) => `${name}: ${'what happened then? '.repeat(20)}`.trim()
  // Where no story can be made, the oldest turns leave.
  const isStory = (body: unknown) => messagesOf(body)[0]?.startsWith('You tell what was said') ?? false
  model.choose((body) => (isStory(body) ? 'error-400' : undefined))
  await page.goto(meridian)
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    await say(page, question(name))
    await expect(copyReply(page)).toHaveCount(index + 1)
  }
  const divider = page.getByText('The agent remembers from here on', { exact: true })
  await expect(divider).toHaveCount(0)
  await say(page, question('Four'))
  await expect(copyReply(page)).toHaveCount(4)
  const requests = model.requests.map(({ body }) => messagesOf(body).slice(3))
  const sent = requests.findLast((texts) => texts.at(-1)?.endsWith(question('Four'))) ?? []
  expect(sent.length).toBeLessThan(7)
  // The first exchange stays.
  expect(sent[0]).toBe(question('One'))
  const first = ['Two', 'Three', 'Four'].map(question).find((text) => sent[2]?.endsWith(text)) ?? 'none'
  await expect(divider).toHaveCount(1)
  const under = () =>
    page.locator('li[data-turn]', { has: divider }).locator('[data-message]').first().textContent()
  await expect.poll(under).toContain(first)
  await page.reload()
  await expect(divider).toHaveCount(1)
  await expect.poll(under).toContain(first)
  expect(await axeViolations(page)).toEqual([])
})

test('a run whose server is killed in mid-words has what was said, waits for a person, and is taken up from there', async ({
  page,
  person: _,
  own,
  model,
}) => {
  test.slow() // two servers start
  script(model, {
    Ada: { name: 'words', words: ['Done before.'] },
    // It never ends: however long a machine takes to open the page, the server is killed during the reply.
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
  // The open page learns of it by itself.
  await expect(page.getByText('The run was interrupted').first()).toBeVisible()
  await expect(lane(page, 'Bo')).toContainText('word20 ')
  await expect(lane(page, 'Bo')).toContainText('Interrupted')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(lane(page, 'Bo')).toContainText('Said anew.')
  await expect(lane(page, 'Bo')).toContainText('was asked again')
  await expect(synthesis(page)).toContainText('Whole again.')
})

test('a wallet that can keep no more is told so where it acts, and keeps what it typed', async ({
  page,
  person,
}) => {
  const begun = await person.conversations.ask(crypto.randomUUID(), {
    replyId: crypto.randomUUID(),
    agentId: meridian.slice('/chat/'.length),
    question: { id: crypto.randomUUID(), parentId: null, content: 'First' },
  })
  expect(begun.status).toBe(200)
  await begun.text()
  await visit(page, meridian)
  await say(page, 'One too many')
  await expect(page.getByText('One wallet can have 1 conversation.')).toBeVisible()
  await expect(notAnswered(page)).toBeVisible()
  await expect(said(page, 'One too many')).toBeVisible()
})
