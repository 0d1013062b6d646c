import type { Page } from '@playwright/test'
import type { Conversation } from '../src/shared/chat/conversations.ts'
import type { SharedCopy } from '../src/shared/chat/shared-copies.ts'
import { chooseFor } from './chat-page.ts'
import type { ModelServer } from './fakes/model-server.ts'
import { expect, type Person, visit } from './fixtures.ts'
import { makeSpokenWorld, type SpokenWorld } from './spoken-world.ts'

/** The widest letter of the product's fonts, repeated up to the field's maximum without a space. */
const wide = (length: number) => 'W'.repeat(length)
/** Right-to-left, in a font that is not shipped. */
const leftward = (length: number) => 'ש'.repeat(length)

const name = `Wort${wide(76)}`
const title = `T${leftward(79)}`

/** The text of messages: paragraphs, a heading, code, a table and a list without a place to break. */
const words = `${wide(4_000)}\n\n# ${wide(300)}\n\n- ${leftward(300)}\n\n> \`${wide(300)}\`\n\n| ${wide(80)} | a |\n|---|---|\n| b | ${wide(80)} |\n\n\`\`\`js\n${wide(300)}\n\`\`\`\n\nhttps://x.example/${wide(300)}`

/** Creates everything that has a name or a text, each with the maximum length and without a place to break. */
export async function makeLongWords(page: Page, person: Person, model: ModelServer): Promise<SpokenWorld> {
  const world = await makeSpokenWorld(page, person, model, words, {
    agent: {
      name,
      description: wide(500),
      personality: wide(8_000),
      capabilities: Array.from({ length: 20 }, (_, n) => `${wide(57)}${n + 100}`),
      knowledgeDomains: Array.from({ length: 20 }, (_, n) => `${leftward(57)}${n + 100}`),
    },
    task: wide(4_000),
    realm: { name: `R${wide(79)}`, description: wide(500) },
    question: `@${name} ${wide(1_800)}`,
    topic: wide(1_000),
  })
  await person.conversations.change(world.conversationId, { title })
  expect((await page.request.put(`/api/agents/${world.agent.id}/favourite`)).ok()).toBe(true)
  return world
}

/** A screen with such texts, and what a person presses there. */
export interface Place {
  path: string
  act?: (page: Page) => Promise<unknown>
}

const press = (role: 'button' | 'menuitem', label: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name: label }).first().click()

async function openDialog(page: Page, label: string | RegExp) {
  await press('button', label)(page)
  await page.getByRole('dialog').waitFor()
}

/** A dialog or a menu covers the page that it belongs to, which is checked with it. */
export function placesOf({ agent, conversationId, realm, run, briefId }: SpokenWorld): Record<string, Place> {
  const chat = `/chat/${agent.id}`
  const control = `/control?agent=${agent.id}`
  return {
    'agent-dialog': {
      path: `/vacant?agent=${agent.id}`,
      act: (page) => page.getByRole('list', { name: 'Knowledge domains' }).waitFor(),
    },
    'quick-chat': { path: '/vacant', act: (page) => openDialog(page, /quick chat with Wort/i) },
    'delete-agent': { path: control, act: (page) => openDialog(page, /^Delete/) },
    'edit-agent': { path: control, act: (page) => openDialog(page, /^Edit/) },
    'agent-history': { path: control, act: (page) => openDialog(page, /^History/) },
    'chat-new': { path: chat },
    chat: { path: `${chat}/${conversationId}` },
    'conversation-menu': {
      path: '/chat',
      act: async (page) => {
        await press('button', `Options of ${title}`)(page)
        await page.getByRole('menu').waitFor()
      },
    },
    'shared-copy': {
      path: chat,
      act: async (page) => {
        const at = `/api/conversations/${conversationId}`
        const { activeLeaf }: Conversation = await (await page.request.get(at)).json()
        const answer = await page.request.post(`${at}/copies`, { data: { messageId: activeLeaf } })
        const copy: SharedCopy = await answer.json()
        await visit(page, `/shared/${copy.id}`)
      },
    },
    rename: { path: '/chat', act: (page) => chooseFor(page, title, 'Rename') },
    realms: { path: '/realm' },
    realm: { path: `/realm/${realm.id}` },
    'realm-panel': {
      path: `/realm/${realm.id}`,
      act: async (page) => {
        const open = page.getByRole('button', { name: /^People and agents/ }).first()
        if (await open.isVisible()) await open.click()
      },
    },
    'realm-join': { path: `/join?realm=${realm.id}` },
    social: { path: `/social?brief=${briefId}` },
    swarm: { path: `/swarm?agents=${agent.id}` },
    'swarm-run': { path: `/swarm/${run.id}` },
  }
}

/** Opens such a screen as its owner. */
export async function enterPlace(page: Page, place: Place): Promise<void> {
  await visit(page, place.path)
  await place.act?.(page)
}
