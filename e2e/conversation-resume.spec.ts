import { axeViolations } from './axe-violations.ts'
import {
  composer,
  conversation,
  conversationId,
  copyReply,
  history,
  meridian,
  said,
  say,
} from './chat-page.ts'
import { startCutNetwork } from './cut-network.ts'
import { numberedWords } from './fakes/model-server.ts'
import { expect, test } from './fixtures.ts'

/** A reply belongs to the server: after a reconnect it has every word exactly once. */

test('who begins to type is shown what another device asked meanwhile, and what it asked at the same moment is a version', async ({
  page,
  person,
}) => {
  await page.goto(meridian)
  await say(page, 'First of all')
  await expect(copyReply(page)).toBeVisible()
  const id = await conversationId(page)
  const askElsewhere = async (parentId: string, content: string) => {
    const { agentId } = await person.conversations.open(id)
    const question = { id: crypto.randomUUID(), parentId, content }
    const answer = await person.conversations.ask(id, { replyId: crypto.randomUUID(), agentId, question })
    await answer.text()
  }
  const later = () =>
    page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 60_000
    })
  await askElsewhere((await person.conversations.open(id)).activeLeaf, 'Asked elsewhere')
  await later()
  await composer(page).pressSequentially('And')
  await expect(said(page, 'Asked elsewhere')).toBeVisible()
  await expect(composer(page)).toHaveValue('And')

  const { activeLeaf } = await person.conversations.open(id)
  await askElsewhere(activeLeaf, 'Once more elsewhere')
  await later()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*', async (route) => {
    await asked.promise
    await route.continue()
  })
  await say(page, 'And then?')
  await expect(said(page, 'And then?')).toBeVisible()
  asked.resolve()
  await expect(conversation(page).getByText('2/2')).toBeVisible()
})

test('a reply goes on through a reload, in a second tab, and when its tab was closed and is found again', async ({
  page,
  context,
  person,
  model,
}) => {
  const n = model.requests.length
  const words = numberedWords(100)
  model.next({ name: 'stalls', words: words.slice(0, 80), delayMs: 40, rest: words.slice(80) })
  await page.goto(meridian)
  await say(page, 'Count to a hundred')
  await conversationId(page)
  await expect(conversation(page)).toContainText('word5 ')
  await page.reload()
  await expect(conversation(page)).toContainText('word20 ')
  await page.reload()
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(conversation(second)).toContainText('word50 ')
  await page.close()

  const third = await context.newPage()
  await third.goto('/chat')
  await expect(history(third).getByText('Replying', { exact: true })).toBeVisible()
  await history(third).getByRole('link', { name: 'Count to a hundred' }).click()
  await expect(third).toHaveURL(second.url())
  for (const tab of [second, third]) await expect(conversation(tab)).toContainText('word80')
  model.release()
  for (const tab of [second, third]) {
    await expect(copyReply(tab)).toBeVisible()
    await expect(said(tab, words.join(''))).toHaveCount(1)
  }
  expect(await model.closed(n)).toBe('finished')
  expect(model.requests).toHaveLength(n + 1)

  // An idle tab notices what is asked in another one, and follows it.
  model.next({ name: 'stalls', words: ['Hello from the'], rest: [' scripted model.'] })
  await say(third, 'And then?')
  await expect(said(second, 'And then?')).toBeVisible()
  await expect(said(second, 'Hello from the')).toBeVisible()
  model.release()
  await expect(said(second, 'Hello from the scripted model.')).toHaveCount(1)
  const id = await conversationId(third)
  const stored = async () => (await person.conversations.open(id)).messages
  // The store follows the screen a moment later.
  await expect
    .poll(async () => (await stored()).map(({ role, content }) => [role, content]))
    .toEqual([
      ['user', 'Count to a hundred'],
      ['assistant', words.join('')],
      ['user', 'And then?'],
      ['assistant', 'Hello from the scripted model.'],
    ])
})

test('connections that die, and ten seconds without a network, lose no word of a reply', async ({
  page,
  context,
  person,
  product,
  model,
}) => {
  await page.clock.install()
  const network = await startCutNetwork(product.address)
  const words = numberedWords(420)
  model.next({ name: 'stalls', words: words.slice(0, 400), delayMs: 20, rest: words.slice(400) })
  await page.goto(network.address + meridian)
  await say(page, 'Count on')
  await expect(conversation(page)).toContainText('word10 ')
  network.drop()
  await expect(conversation(page)).toContainText('word30 ')

  await context.setOffline(true)
  network.cut()
  await expect(page.getByText('OFFLINE', { exact: true })).toBeVisible()
  await expect(composer(page)).toBeEnabled()
  expect(await axeViolations(page)).toEqual([])
  const before = ((await conversation(page).textContent()) ?? '').match(/word\d+/g)?.length ?? 0
  // The ten seconds pass only on the page's clock, while the server continues to receive the model's text.
  await page.clock.runFor(10_000)
  const meanwhile = `word${before + 100}`
  const id = await conversationId(page)
  const stored = async () => (await person.conversations.open(id)).messages.at(-1)?.content
  await expect.poll(stored).toContain(meanwhile)
  await expect(conversation(page)).not.toContainText(meanwhile)
  network.mend()
  await context.setOffline(false)
  await expect(conversation(page)).toContainText(meanwhile)
  await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()

  for (const place of [250, 300, 350, 400]) await expect(conversation(page)).toContainText(`word${place}`)
  network.cut()
  await expect(page.getByText('RECONNECTING', { exact: true })).toBeVisible()
  model.release()
  network.mend()
  await expect(copyReply(page)).toBeVisible()
  await expect(said(page, words.join(''))).toHaveCount(1)
  const { messages } = await person.conversations.open(id)
  expect(messages.map(({ content }) => content)).toEqual(['Count on', words.join('')])
  await network.close()
})
