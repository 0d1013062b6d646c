import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { copyReply, say } from '../e2e/chat-page.ts'
import type { ModelServer } from '../e2e/fakes/model-server.ts'
import { isTakenOver, signInContext, visit } from '../e2e/fixtures.ts'
import { makeAgent } from '../e2e/make-agent.ts'
import { answers, enterRealm, input, isSaid, makeRealm, say as sayInRealm } from '../e2e/realm-page.ts'

/** The pictures of the README: `npm run pictures -- front-page` photographs them and writes them into `docs`. */
const docs = fileURLToPath(new URL('../docs', import.meta.url))

const manual = [
  '## The lamp\n\nThe lamp of Skerry Point is lit by its keeper each evening at dusk, and put out at sunrise. Its oil is kept in the cellar, in drums of forty litres.',
  '## Fog\n\nIn fog the bell is rung twice every minute, for as long as the far rock can not be seen. Who rings it writes the hour into the log.',
].join('\n\n')

/** An agent that has read a manual cites it. */
async function chat(page: Page, model: ModelServer): Promise<void> {
  model.use({
    name: 'words',
    words: [
      'The lamp is lit each evening at dusk, and burns until sunrise [1].\n\n',
      'In fog the bell is rung **twice every minute**, until the far rock can be seen again [2]. Whoever rings it writes the hour into the log.',
    ],
  })
  const agent = await makeAgent(page, {
    name: 'Keeper of Skerry Point',
    description: 'Knows the lamp, the bell and the tides of an island on which nobody lives in winter.',
    category: 'security',
    imageUrl: '/images/samples/halcyon.webp',
    capabilities: ['Watching', 'Logbooks'],
    knowledgeDomains: ['Lamps', 'Tides'],
  })
  const params = { id: crypto.randomUUID(), name: 'Manual of the lighthouse.md' }
  await page.request.post(`/api/agents/${agent.id}/sources`, { params, data: Buffer.from(manual) })
  const isRead = async () => {
    const { sources } = await (await page.request.get(`/api/agents/${agent.id}/sources`)).json()
    return sources[0]?.state.kind === 'ready'
  }
  while (!(await isRead())) await page.waitForTimeout(200)
  await visit(page, `/chat/${agent.id}`)
  await say(page, 'When is the lamp lit, and what happens in fog?')
  await copyReply(page).waitFor()
  await page.getByRole('region', { name: 'Sources' }).waitFor()
}

/** Two people in a realm with two agents, one of which has answered while the other person writes. */
async function realm(page: Page, model: ModelServer): Promise<void> {
  model.use({
    name: 'words',
    words: [
      'With pleasure. Draw a chessboard, and put a qubit on every line between two squares. Each square asks only whether ',
      'its four lines are _even or odd_. An error on a line makes **two neighbours** change their mind, so you know where it is, ',
      'and nobody has looked at a qubit.\n\nShall we mark one error, and find it?',
    ],
  })
  const made = await makeRealm(page.request, 'The Observatory', {
    description: 'Where whoever watches the sky says what moved.',
  })
  const { agents } = await (await page.request.get('/api/agents')).json()
  for (const name of ['Lattice', 'Meridian']) {
    const { id } = agents.find((agent: { name: string }) => agent.name === name)
    await page.request.put(`/api/realms/${made.id}/agents/${id}`)
  }
  const here = { baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' } as const
  const other = await (await page.context().browser()?.newContext(here))?.newPage()
  if (!other) throw new Error('There is no second browser')
  await visit(page, `/realm/${made.id}`)
  await enterRealm(other, made.id)
  const question = 'How does a surface code find errors that nobody may look at?'
  await sayInRealm(other, question)
  await isSaid(page, question)
  await sayInRealm(page, '@Lattice can you draw it for us?')
  await answers(page).getByText('Shall we mark one error').waitFor()
  await sayInRealm(other, 'Yes, please. I have a pencil.')
  await isSaid(page, 'Yes, please. I have a pencil.')
  await input(other).pressSequentially('Is it the one in the corner?', { delay: 100 })
}

export async function photographFrontPage(
  browser: Browser,
  address: string,
  model: ModelServer,
): Promise<void> {
  for (const [name, enter] of Object.entries({ chat, realm })) {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1120, height: 760 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signInContext(context, address)
    await page.goto('/')
    await isTakenOver(page)
    await enter(page, model)
    await page.mouse.move(0, 0)
    await page.waitForTimeout(1_000)
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6 })
      .toFile(join(docs, `${name}.webp`))
    console.log(`docs/${name}.webp: ${(size / 1024).toFixed(0)} KB`)
    await context.close()
  }
}
