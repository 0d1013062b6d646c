import type { Page } from '@playwright/test'
import type { Grant } from '../src/shared/tools/decisions.ts'
import type { McpServer, McpTool } from '../src/shared/tools/mcp-servers.ts'
import { say } from './chat-page.ts'
import { visit } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import type { ScreenState } from './screen-states.ts'

/** Agents that act: what they can do, what waits for a person, and what was connected and allowed. */
export const statesOfTools: Record<string, ScreenState> = {
  'chat-question': { signedIn: 'session', act: waitForAnAnswer },
  'chat-consent': { signedIn: 'session', act: waitForConsent },
  'inbox-waiting': {
    after: 'chat-consent',
    act: async (page) => {
      await visit(page, '/inbox')
      await page.getByRole('button', { name: 'Allow once' }).waitFor()
    },
  },
  'inbox-refusal': {
    after: 'inbox-waiting',
    act: async (page) => {
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.getByRole('textbox', { name: /^Words to/ }).fill('Look at the tide table on the wall.')
    },
  },
  'chat-refused': {
    after: 'inbox-refusal',
    act: async (page) => {
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.getByRole('link', { name: /tide/ }).click()
      await page.getByText('· Refused').click()
      await page.getByText('What you said').waitFor()
    },
  },
  'settings-tool-servers': { path: '/', signedIn: 'session', act: lookAtServers },
  'management-tools': { signedIn: 'session', act: chooseTools },
}

const pilot = {
  name: 'Pilot of Skerry Sound',
  description: 'Knows the tides and asks before it looks elsewhere.',
  tools: { own: ['time' as const, 'web_page' as const, 'ask_person' as const], servers: [] },
}

async function waitForAnAnswer(page: Page) {
  const agent = await makeAgent(page, pilot)
  await visit(page, `/chat/${agent.id}`)
  await say(page, '[scenario:asks] When can I cross?')
  await page.getByRole('radio').first().waitFor()
}

async function waitForConsent(page: Page) {
  const agent = await makeAgent(page, pilot)
  await visit(page, `/chat/${agent.id}`)
  await say(page, '[scenario:looks-up] How high is the tide this evening?')
  await page.getByRole('button', { name: 'Allow once' }).waitFor()
}

const tool = (name: string, more: Partial<McpTool>): McpTool => ({
  ...{ name, title: name, description: 'Lists what is entered for a day.', pin: 'a'.repeat(64) },
  parameters: { type: 'object', properties: { day: { type: 'string' } } },
  ...{ state: 'accepted', readOnly: true },
  ...more,
})

const description = { was: 'Sends a note to the harbour.', is: 'Sends a note to whoever is named.' }
const tools = [
  tool('list_days', { title: 'Look at a day' }),
  tool('send_note', {
    ...{ title: 'Send a note', description: description.is, state: 'changed', readOnly: false },
    before: JSON.stringify({ name: 'send_note', description: description.was }, null, 2),
    after: JSON.stringify({ name: 'send_note', description: description.is }, null, 2),
  }),
]

const server = (name: string, host: string, more: Partial<McpServer>): McpServer => ({
  ...{ id: crypto.randomUUID(), name, host, address: `https://${host}/mcp`, isOfPlace: false },
  ...{ mayAccept: true, auth: 'none', health: 'well', problem: null, signedIn: null, tools },
  checkedAt: '2026-11-26T05:00:00.000Z',
  ...more,
})

const servers = [
  server('Harbour office', 'tools.harbour.example', { auth: 'header' }),
  server('Calendar', 'calendar.example', { auth: 'oauth', health: 'sign-in', signedIn: false, tools: [] }),
  server('Library', 'library.example', { address: null, isOfPlace: true, mayAccept: false }),
]

const grant: Grant = {
  ...{
    id: crypto.randomUUID(),
    agentId: crypto.randomUUID(),
    agentName: pilot.name,
    tool: 'harbour__send_note',
  },
  ...{ title: 'Send a note', origin: 'tools.harbour.example', createdAt: '2026-11-20T05:00:00.000Z' },
  ...{ lastUsedAt: '2026-11-25T17:00:00.000Z', changed: true },
}

/** Servers in each state; what the routes answer is proved beside them. */
async function serve(page: Page) {
  await page.route('**/api/mcp-servers', (route) => route.fulfill({ json: { servers } }))
  await page.route('**/api/tool-grants', (route) => route.fulfill({ json: { grants: [grant] } }))
}

async function lookAtServers(page: Page) {
  await serve(page)
  // From another page, so that the first paint has not asked the real server.
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('region', { name: 'Tool servers' }).getByRole('insertion').first().waitFor()
  await page.getByRole('button', { name: 'Take back Send a note' }).waitFor()
}

async function chooseTools(page: Page) {
  await serve(page)
  await makeAgent(page, pilot)
  await visit(page, '/management')
  await page.getByRole('button', { name: `Edit ${pilot.name}`, exact: true }).click()
  const form = page.getByRole('form', { name: `Edit ${pilot.name}` })
  await form.getByText('What it can do').click()
  await form.getByRole('switch', { name: 'Harbour office' }).check()
  await form.getByText('1 tool', { exact: false }).first().click()
}
