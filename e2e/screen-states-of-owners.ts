import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Agent, NewAgent } from '../src/shared/agents/agents.ts'
import type { SourceList, SourceState } from '../src/shared/knowledge/sources.ts'
import { pngCard, someCard } from '../test/cards.ts'
import { type Account, requestInit, type Send, signatureFor, signInWith } from '../test/sign-in.ts'
import { copyReply, say } from './chat-page.ts'
import { dropFile } from './drop-file.ts'
import { isTakenOver, type Person, visit } from './fixtures.ts'
import { chooseAction, makeAgent } from './make-agent.ts'
import { makeRealm } from './realm-page.ts'
import type { ScreenState } from './screen-states.ts'

/** The states of screens for whoever owns something: what agents know and cite, what is shared, given away and taken along. */
export const statesOfOwners: Record<string, ScreenState> = {
  management: { signedIn: 'session', act: manageTwo },
  'card-import': {
    path: '/create',
    signedIn: 'session',
    act: async (page) => {
      const portrait = await sharp('src/web/public/images/samples/halcyon.webp').png().toBuffer()
      await dropFile(page.locator('main'), 'Wren.png', pngCard({ chara: someCard }, portrait))
      await page.getByRole('region', { name: 'Used' }).waitFor()
    },
  },
  'card-refused': {
    path: '/create',
    signedIn: 'session',
    act: async (page) => {
      await dropFile(page.locator('main'), 'notes.txt', Buffer.from('Some notes.'))
      await page.getByText('neither JSON nor a SKILL.md').waitFor()
    },
  },
  'card-export': {
    after: 'management',
    act: async (page) => {
      await chooseAction(page, keeper.name, 'Export as a card')
      await page.getByRole('link', { name: 'Download as CHARX' }).waitFor()
    },
  },
  'management-share': {
    after: 'card-export',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: `Share ${keeper.name}`, exact: true }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
    },
  },
  'management-give-faults': {
    after: 'management-share',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await chooseAction(page, keeper.name, 'Give it to another wallet')
      await page.getByRole('textbox', { name: 'Address of the other wallet' }).fill('nobody')
      await page.getByRole('button', { name: 'Offer agent' }).click()
      await page.getByText('This is not the address of a Solana wallet.').waitFor()
    },
  },
  'management-given': {
    path: '/',
    signedIn: 'wallet',
    act: async (page) => {
      await openGiving(page)
      const other = await page.evaluate(() => window.testWallets['Test Wallet']?.address(1))
      await page.getByRole('textbox', { name: 'Address of the other wallet' }).fill(other ?? '')
      await page.getByRole('button', { name: 'Offer agent' }).click()
      await page.getByText('can accept it').waitFor()
    },
  },
  'signature-declined': {
    path: '/vacant',
    signedIn: 'wallet',
    act: async (page) => {
      const agent = await makeAgent(page, { ...keeper, isPublic: false })
      await visit(page, `/vacant?agent=${agent.id}`)
      await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.add('sign'))
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByText('You can sign it later.').waitFor()
      await page.getByRole('button', { name: 'Sign this version' }).scrollIntoViewIfNeeded()
    },
  },
  signature: {
    after: 'signature-declined',
    act: async (page) => {
      await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.delete('sign'))
      await page.getByRole('button', { name: 'Sign this version' }).click()
      await page.getByText('Checked here').scrollIntoViewIfNeeded()
    },
  },
  'signature-changed': {
    after: 'signature',
    act: async (page) => {
      const id = new URL(page.url()).searchParams.get('agent')
      await page.request.patch(`/api/agents/${id}`, { data: { description: 'Keeps another light.' } })
      await visit(page, `/vacant?agent=${id}`)
      await page.getByText('Changed since').scrollIntoViewIfNeeded()
    },
  },
  'copy-credit': {
    signedIn: 'session',
    act: async (page) => {
      const send: Send = (method, path, sent) => fetch(new URL(path, page.url()), requestInit(method, sent))
      const maker = await signInWith(send)
      const json = { ...keeper, allowsCopies: true }
      const parent = (await (await send('POST', '/api/agents', { as: maker, json })).json()) as Agent
      const answer = await page.request.post(`/api/agents/${parent.id}/duplicate`, {
        data: { id: crypto.randomUUID() },
      })
      const copy = (await answer.json()) as Agent
      await visit(page, `/vacant?agent=${copy.id}`)
      await page.getByText('A copy of').scrollIntoViewIfNeeded()
    },
  },
  'documents-empty': {
    signedIn: 'session',
    act: async (page) => {
      await openDocuments(page, await makeAgent(page, keeper))
      await page.getByText('No documents yet.').waitFor()
    },
  },
  documents: { signedIn: 'session', act: lookAtDocuments },
  persona: {
    signedIn: 'session',
    act: async (page) => {
      const agent = await giveSpeech(page)
      await visit(page, '/management')
      await page.getByRole('button', { name: `Edit ${agent.name}`, exact: true }).click()
      await page.getByRole('button', { name: 'Persona', exact: true }).click()
      await page.getByRole('button', { name: 'The lamp', exact: true }).click()
      await page.getByRole('textbox', { name: 'Try a text' }).fill('Who lit the lamp?')
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText('“lamp” is in the question.').waitFor()
    },
  },
  'chat-greeted': {
    signedIn: 'session',
    act: async (page) => {
      const { id } = await giveSpeech(page)
      await visit(page, `/chat/${id}`)
      await page.getByRole('button', { name: 'Next version' }).click()
      await page.getByText('Mind the last step.').waitFor()
    },
  },
  'chat-lore': {
    after: 'chat-greeted',
    act: async (page) => {
      await say(page, 'Who lit the lamp?')
      await copyReply(page).waitFor()
      await page.getByRole('button', { name: 'Lorebook entries used' }).click()
      await page.getByText('“lamp” is in the question.').waitFor()
    },
  },
  'chat-cited': { signedIn: 'session', act: askTheKeeper },
  'chat-source': {
    after: 'chat-cited',
    act: async (page) => {
      await openFirstSource(page)
      await page.getByText('the far rock can not be seen.').waitFor()
    },
  },
  'chat-source-gone': {
    after: 'chat-source',
    act: async (page) => {
      await page.keyboard.press('Escape')
      const { agents } = await (await page.request.get('/api/me/agents')).json()
      for (const { id } of (await documentsOf(page, agents[0])).sources)
        await page.request.delete(`/api/agents/${agents[0].id}/sources/${id}`)
      // What was read once is kept in the page.
      await page.reload()
      await isTakenOver(page)
      await openFirstSource(page)
      await page.getByText('This document is no longer available.').waitFor()
    },
  },
  'chat-edit': {
    signedIn: 'session',
    act: async (page) => {
      const agent = await makeAgent(page, keeper)
      await visit(page, `/chat/${agent.id}`)
      await say(page, 'When is the lamp lit?')
      await copyReply(page).waitFor()
      const edit = page.getByRole('button', { name: `Edit ${agent.name}` })
      // A phone has it among the options.
      if (await edit.isVisible()) await edit.click()
      else {
        await page
          .getByRole('button', { name: /^Options of/ })
          .last()
          .click()
        await page.getByRole('menuitem', { name: 'Edit the agent' }).click()
      }
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Save changes' })
        .waitFor({ state: 'attached' })
    },
  },
  'settings-own': { signedIn: 'session', act: lookAtAllThatIsOwn },
  'settings-delete-everything': {
    after: 'settings-keys',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete everything' }).click()
      await page.getByRole('dialog', { name: 'Delete everything?' }).waitFor()
    },
  },
  'maker-named': {
    signedIn: 'session',
    act: async (page) => {
      await makeAgent(page, keeper)
      await makeRealm(page.request, 'The Observatory', {
        description: 'Where whoever watches the sky says what moved.',
      })
      await visit(page, `/by/${await nameOneself(page)}`)
    },
  },
}

const keeper: NewAgent = {
  name: 'Keeper of Skerry Point',
  description: 'Knows the lamp, the bell and the tides of an island on which nobody lives in winter.',
  category: 'security',
  personality: 'You are the keeper of a lighthouse.',
  capabilities: ['Watching', 'Logbooks'],
  knowledgeDomains: ['Lamps'],
}

const manual = [
  '# Skerry Point\n\nThe island has two wells and forty sheep, and nobody lives there in winter.',
  '## The lamp\n\nThe lamp of Skerry Point is lit by its keeper each evening at dusk. Its oil is kept in the cellar.',
  '## Fog\n\nThe bell is rung twice every minute for as long as the far rock can not be seen.',
].join('\n\n')

/** Makes an agent that opens conversations and has a lorebook. */
async function giveSpeech(page: Page): Promise<Agent> {
  const agent = await makeAgent(page, keeper)
  const persona = {
    greetings: ['Welcome to the light, {{user}}. The fog is coming in.', 'Mind the last step.'],
    background: 'A lighthouse on a rock, the last before the open sea.',
    ...{ systemPrompt: '', exampleMessages: '', postHistoryInstructions: '', nickname: '' },
  }
  const entries = [
    { name: 'The lamp', keys: ['lamp', '/light(house)?/i'], content: 'The lamp is lit at dusk.' },
    { name: 'The fog', keys: ['fog'], content: 'The bell is rung twice a minute.', constant: true },
  ].map((entry) => ({ ...entry, enabled: true, insertion_order: 100 }))
  const saved = await page.request.put(`/api/agents/${agent.id}/persona`, {
    data: { persona, lorebook: { entries } },
  })
  if (!saved.ok()) throw new Error(`The persona was not saved: ${await saved.text()}`)
  return agent
}

async function documentsOf(page: Page, { id }: Agent): Promise<SourceList> {
  return (await page.request.get(`/api/agents/${id}/sources`)).json()
}

/** Gives an agent documents, and waits until so many of them are read and none is under way. */
async function giveDocuments(page: Page, agent: Agent, files: Record<string, string>, readable: number) {
  for (const [name, data] of Object.entries(files)) {
    const params = { id: crypto.randomUUID(), name }
    await page.request.post(`/api/agents/${agent.id}/sources`, { params, data: Buffer.from(data) })
  }
  await expect
    .poll(async () => {
      const kinds = (await documentsOf(page, agent)).sources.map(({ state }) => state.kind)
      return kinds.toSorted()
    })
    .toEqual(
      Object.keys(files).map((_, index, { length }) => (index < length - readable ? 'failed' : 'ready')),
    )
}

async function openDocuments(page: Page, { name }: Agent) {
  await visit(page, '/management')
  await chooseAction(page, name, 'Documents')
}

/** Documents in each state: one that is read, one that can't be, one on its way, one with a new name, and one that is empty. */
async function lookAtDocuments(page: Page) {
  const agent = await makeAgent(page, keeper)
  const log = `The-log-of-Skerry-Point-${'kept-by-hand-'.repeat(6)}1911.txt`
  await giveDocuments(
    page,
    agent,
    {
      'Manual.md': manual,
      'Charts.pdf': '%PDF-1.7\nnothing',
      [log]: 'Fog at noon. The lamp was lit early.',
      'Tides.csv': 'day,high\nMonday,4.1\nTuesday,4.3',
    },
    3,
  )
  // How long reading takes is nobody's to say; only that it is under way is shown here.
  const reading: SourceState = { kind: 'reading', done: 12, of: 40 }
  const list = await documentsOf(page, agent)
  const sources = list.sources.map((source) => (source.name === log ? { ...source, state: reading } : source))
  await page.route(`**/api/agents/${agent.id}/sources`, (route) =>
    route.fulfill({ json: { ...list, sources } }),
  )
  await openDocuments(page, agent)
  const documents = page.getByRole('dialog').getByRole('region', { name: 'Documents' })
  await documents
    .getByLabel('Choose files')
    .setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await documents.getByRole('searchbox').fill('When is the lamp lit?')
  await page.keyboard.press('Enter')
  await documents.getByText('Its oil is kept in the cellar').waitFor()
  await documents.getByRole('button', { name: 'Rename Tides.csv' }).click()
  await documents.getByRole('textbox', { name: 'Name' }).waitFor()
}

/** A reply of an agent that cites its documents. */
async function askTheKeeper(page: Page) {
  const agent = await makeAgent(page, keeper)
  await giveDocuments(
    page,
    agent,
    { 'Manual of the lighthouse at Skerry Point, second edition.md': manual },
    1,
  )
  await visit(page, `/chat/${agent.id}`)
  await say(page, '[scenario:cites] When is the lamp of Skerry Point lit, and when is the bell rung?')
  await copyReply(page).waitFor()
  await page.getByRole('region', { name: 'Sources' }).waitFor()
}

async function openFirstSource(page: Page) {
  await page
    .getByRole('region', { name: 'Sources' })
    .getByRole('button', { name: /^Source 1/ })
    .click()
}

/** Two agents, of which one is a draft. */
async function manageTwo(page: Page) {
  await makeAgent(page, keeper)
  await makeAgent(page, { name: 'Ohm', description: 'Measures what resists.', isPublic: false })
  await visit(page, '/management')
  await page.getByRole('article').nth(1).waitFor()
}

async function openGiving(page: Page) {
  await makeAgent(page, keeper)
  await visit(page, '/management')
  await chooseAction(page, keeper.name, 'Give it to another wallet')
}

/** Gives the page's person a name that nobody has. @returns the name */
async function nameOneself(page: Page): Promise<string> {
  const name = `skerry_${crypto.randomUUID().slice(0, 8)}`
  const about = 'Keeps a lamp, a bell and forty sheep, and makes agents of whatever watches.'
  await page.request.put('/api/me/profile', { data: { name, imageUrl: null, about } })
  return name
}

/** The settings of somebody with a name, two copies, an offer in each direction, and an export that is looked through. */
async function lookAtAllThatIsOwn(page: Page, person: Person | undefined) {
  if (!person) throw new Error('Nobody is signed in')
  const { origin } = new URL(page.url())
  const send: Send = (method, path, sent) => fetch(origin + path, requestInit(method, sent))
  await nameOneself(page)
  const agent = await makeAgent(page, keeper)
  await shareOverTheApi(page, person, agent)
  const giver = await signInWith(send)
  await offer(send, { from: giver, to: person, agent: null })
  await offer(send, { from: person, to: giver, agent })
  await visit(page, '/settings')
  await page.getByRole('list', { name: 'Open offers' }).waitFor()
  const zip = await (await page.request.get('/api/me/export')).body()
  await page
    .getByLabel('Export to import')
    .setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: zip })
  await page.getByRole('region', { name: 'What will be added' }).waitFor()
}

async function offer(send: Send, { from, to, agent }: { from: Account; to: Account; agent: Agent | null }) {
  const terms = { to: to.address, agentId: agent?.id ?? null }
  const headers = await signatureFor(send, from, { action: 'hand-over', ...terms })
  await send('POST', '/api/me/handovers', { as: from, json: terms, headers })
}

async function shareOverTheApi(page: Page, { conversations }: Person, agent: Agent) {
  const conversation = crypto.randomUUID()
  const replyId = crypto.randomUUID()
  const question = { id: crypto.randomUUID(), parentId: null, content: 'When is the lamp lit, and by whom?' }
  const asked = await conversations.ask(conversation, { replyId, agentId: agent.id, question })
  await asked.text()
  const shared = await page.request.post(`/api/conversations/${conversation}/copies`, {
    data: { messageId: replyId },
  })
  if (!shared.ok()) throw new Error(`It was not shared: ${await shared.text()}`)
}
