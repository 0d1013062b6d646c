import { axeViolations } from './axe-violations.ts'
import { conversation, conversationId, copyReply, meridian, said, say } from './chat-page.ts'
import { type CutNetwork, startCutNetwork } from './cut-network.ts'
import { expect, refusedByPolicy, test, visit } from './fixtures.ts'
import { stickingOut } from './sticking-out.ts'

/** The product in a browser that has it cached, with a network that is really cut. */
const there = test.extend<{ network: CutNetwork }>({
  network: async ({ product }, use) => {
    const network = await startCutNetwork(product.address)
    await use(network)
    await network.close()
  },
  baseURL: async ({ network }, use) => use(network.address),
})
there.use({ serviceWorkers: 'allow' })

there(
  'what was opened is read without a network, what is written goes once, and signing out takes it all away',
  async ({ page, context, person, network }) => {
    const refused = refusedByPolicy(context)
    await visit(page, meridian)
    await say(page, 'What is light?')
    await expect(copyReply(page)).toBeVisible()
    const id = await conversationId(page)
    const address = page.url()
    const strip = page.getByText('The server can’t be reached')
    // The shell and this conversation are cached.
    const keeps = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const answers = await Promise.all(
          names.map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => decodeURIComponent(url)),
          ),
        )
        return { names, answers: answers.flat().join(' ') }
      })
    await expect.poll(async () => (await keeps()).answers).toContain(`"conversation","${id}"`)
    await page.evaluate(() => navigator.serviceWorker.ready)

    network.cut()
    await page.reload()
    await expect(strip).toBeVisible()
    await expect(said(page, 'What is light?')).toBeVisible()
    await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
    await expect(page).toHaveTitle(/What is light\?/)
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await stickingOut(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })

    await say(page, 'And in water?')
    await expect(
      page.getByText('Waiting for the connection. Your message will be sent automatically.'),
    ).toBeVisible()
    // Nobody answers it yet.
    await expect(page.getByText('Processing neural response')).toBeHidden()
    await page.reload()
    await expect(said(page, 'And in water?')).toBeVisible()
    // A screen that was not opened before shows the error at once, and opens when the server is reachable again.
    await page.goto('/swarm/5a0f1f5e-7d7c-4b4e-9f65-1f6c7f5f4f10')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.goto('/')
    await expect(page.getByText('appear once the connection is back')).toBeVisible()
    await page.goto('/nest')
    await expect(page.getByRole('heading', { name: 'Nest control matrix' })).toBeVisible()
    await page.goto(address)
    await expect(said(page, 'And in water?')).toBeVisible()

    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    network.mend()
    await expect(strip).toHaveCount(0)
    await expect(copyReply(page)).toHaveCount(2)
    const stored = (await person.conversations.open(id)).messages
    expect(stored.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What is light?'],
      ['assistant', 'Hello from the scripted model.'],
      ['user', 'And in water?'],
      ['assistant', 'Hello from the scripted model.'],
    ])
    await page.reload()
    await expect(conversation(page).getByText('And in water?')).toHaveCount(1)

    network.cut()
    await page.reload()
    await say(page, 'Never sent')
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toHaveCount(0)
    await expect(page.getByText('Never sent')).toHaveCount(0)
    await expect.poll(async () => (await keeps()).answers).not.toContain(id)
    expect(await page.evaluate(() => localStorage.getItem('waitingQuestions'))).toBeNull()
    await page.goto(address)
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByText('What is light?')).toHaveCount(0)
    network.mend()
    await page.goto('/chat')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(async () => (await (await fetch('/api/session')).json()).session))
      .toBeNull()
    expect(refused).toEqual([])
  },
)
