import type { Page } from '@playwright/test'
import { firstQuestion } from '../test/conversation-client.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { authorizeAddress } from './authorize-address.ts'
import { chooseFor, composer, copyReply, history, meridian, say } from './chat-page.ts'
import { installWallet } from './fakes/wallet.ts'
import { findAgent } from './find-agent.ts'
import { connectWallet, expect, isTakenOver, type Person, signInContext, visit } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import { openSections } from './open-section.ts'
import { answers, bringAgents, enterRealm, makeRealm, message, say as sayInRealm } from './realm-page.ts'
import { statesOfDesk } from './screen-states-of-desk.ts'
import { statesOfDoors } from './screen-states-of-doors.ts'
import { statesOfMemory } from './screen-states-of-memory.ts'
import { statesOfModelKeys } from './screen-states-of-model-keys.ts'
import { statesOfModeration } from './screen-states-of-moderation.ts'
import { statesOfOwners } from './screen-states-of-owners.ts'
import { statesOfTools } from './screen-states-of-tools.ts'
import { statesOfTrust } from './screen-states-of-trust.ts'
import { beginRun } from './swarm-page.ts'

type Act = (page: Page, person: Person | undefined) => Promise<unknown>

/** One state of one screen: how a person gets there. */
export interface FirstState {
  /** What is opened first; where there is none, `act` opens the screen. */
  path?: string
  /** Who is there: somebody with a connected wallet, or with a session alone, as after a reload. Else a visitor. */
  signedIn?: 'wallet' | 'session'
  act?: Act
}

/** One that a person gets to from another one; at most one goes on from each. */
export interface LaterState {
  after: string
  act: Act
}

export type ScreenState = FirstState | LaterState

/** The states that lead to one, in their order, and itself. */
export function pathTo(name: string): string[] {
  const state = screenStates[name]
  if (!state) throw new Error(`There is no state ${name}`)
  return 'after' in state ? [...pathTo(state.after), name] : [name]
}

/** How many states that have an address alone are gone through one after the other. */
const TOGETHER = 6

/** Who sees a state that has an address and nothing else; undefined for any other. */
function viewerOf(name: string): string | undefined {
  const state = screenStates[name]
  if (!state || 'after' in state || state.act || state.signedIn === 'wallet') return
  return state.signedIn ?? 'visitor'
}

/**
 * The paths of all states: each state is on one of them, and none is a part of another. What the same person gets to by an
 * address alone is on one, some at a time.
 */
export function statePaths(): string[][] {
  const left = new Set(Object.values(screenStates).map((state) => ('after' in state ? state.after : '')))
  const paths = Object.keys(screenStates)
    .filter((name) => !left.has(name))
    .map(pathTo)
  const byViewer = Map.groupBy(paths, ([name = '', next]) => (next ? undefined : viewerOf(name)))
  return [...byViewer].flatMap(([viewer, of]) =>
    viewer
      ? Array.from({ length: Math.ceil(of.length / TOGETHER) }, (_, n) =>
          of.slice(n * TOGETHER, (n + 1) * TOGETHER).flat(),
        )
      : of,
  )
}

/**
 * Brings a page, whose context has the server's address as its base, through the states of a path.
 * @param entered called in each of them
 */
export async function enterStates(
  page: Page,
  address: string,
  names: readonly string[],
  entered: (name: string) => Promise<void> = async () => {},
): Promise<void> {
  let person: Person | undefined
  for (const name of names) {
    const state = screenStates[name]
    if (!state) throw new Error(`There is no state ${name}`)
    if ('after' in state) await state.act(page, person)
    else person = await enterFirst(page, address, state, person)
    await entered(name)
  }
}

async function enterFirst(
  page: Page,
  address: string,
  state: FirstState,
  before: Person | undefined,
): Promise<Person | undefined> {
  if (state.signedIn === 'wallet') await installWallet(page.context())
  const person =
    before ?? (state.signedIn === 'session' ? await signInContext(page.context(), address) : undefined)
  if (state.path) await visit(page, state.path)
  // Its act takes the address of the place from the page.
  else if (!page.url().startsWith(address)) await page.goto('/robots.txt')
  if (state.signedIn === 'wallet') await connectWallet(page)
  // Parts of a page load once it is alive: what a person presses waits for them, what is only looked at is to be whole.
  if (!state.act) await page.waitForLoadState('networkidle')
  await state.act?.(page, person)
  return person
}

/** A reply with text, emphasis and code, as a model streams it. */
export const sampleReply = [
  'Draw a chessboard. Put a qubit on every line between two squares. Now let the black squares ask one question, ',
  '_“is the parity of my four lines even?”_, and the white squares ask the same in the other basis.\n\n',
  '```python\nfor square in board:\n    syndrome[square] = parity(edges(square))\n```\n\n',
  'An error flips two neighbouring answers. You never look at the qubits; you look at which squares changed their mind.',
]

const sample = meridian.replace('/chat/', '')
const nobody = '00000000-0000-4000-8000-000000000000'

/** Every screen, each in the states that can be reached by an address and a step. */
export const screenStates: Record<string, ScreenState> = {
  home: { path: '/' },
  'home-account-menu': {
    after: 'palette-found',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  'home-menu': {
    after: 'palette-nothing',
    act: async (page) => {
      await page.keyboard.press('Escape')
      const menu = page.getByRole('button', { name: 'Open the menu' })
      if (!(await menu.isVisible())) return
      await menu.click()
      await page.getByRole('navigation', { name: 'Main, folded' }).getByText('Control Room').waitFor()
    },
  },
  'home-chosen': {
    after: 'home',
    act: async (page) => {
      await page.getByRole('group', { name: 'Choose who to talk to' }).locator('label').nth(1).click()
      await page
        .getByRole('textbox', { name: 'Your first message' })
        .fill('Explain the surface code as if I had a pencil and ten minutes.')
    },
  },
  'home-wallet-modal': {
    after: 'home-chosen',
    act: async (page) => {
      await page.getByRole('button', { name: 'Select Wallet' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  palette: { path: '/', signedIn: 'session', act: openThePalette },
  'palette-found': {
    after: 'palette',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Find anything' }).fill('er')
      await page.getByRole('option', { name: /The Observatory/ }).waitFor()
    },
  },
  'palette-nothing': {
    after: 'home-wallet-modal',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Find anything' }).click()
      await page.getByRole('combobox', { name: 'Find anything' }).fill('nothing of the kind')
      await page.getByText('Nothing found by that name.').waitFor()
    },
  },
  matrix: { path: '/vacant', act: scrollThrough },
  'matrix-detail': { path: `/vacant?agent=${sample}` },
  'matrix-tag': { path: '/vacant?order=rising&tag=Debugging' },
  'matrix-create': { path: '/vacant?create' },
  'matrix-nothing': { path: '/vacant?query=nothing%20of%20the%20kind' },
  'matrix-quick-chat': {
    after: 'matrix',
    act: async (page) => {
      await page
        .getByRole('button', { name: /quick chat/i })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'create-locked': { path: '/create' },
  create: { path: '/create', signedIn: 'wallet' },
  'create-faults': {
    after: 'create',
    act: (page) => page.getByRole('button', { name: 'Initialize agent' }).click(),
  },
  'create-drawn': { after: 'create-faults', act: drawAPortrait },
  'management-visitor': { path: '/management' },
  'management-empty': { path: '/management', signedIn: 'wallet' },
  'management-session': { path: '/management', signedIn: 'session' },
  maker: { path: '/by/11111111111111111111111111111111', act: scrollThrough },
  'maker-nobody': { path: '/by/nobody_at_all' },
  authorize: { path: authorizeAddress(), signedIn: 'session' },
  'authorize-visitor': { path: authorizeAddress() },
  'authorize-refused': { path: authorizeAddress({ redirect_uri: 'https://elsewhere.example/' }) },
  'authorize-faulty': { path: authorizeAddress({ code_challenge_method: 'plain' }) },
  place: { path: '/place' },
  rules: { path: '/rules' },
  crisis: { path: '/crisis' },
  'inbox-visitor': { path: '/inbox' },
  inbox: { path: '/inbox', signedIn: 'session' },
  'settings-visitor': { path: '/settings' },
  settings: { path: '/settings', signedIn: 'session' },
  'settings-many': { after: 'settings', act: signInElsewhere },
  'settings-loading': { path: '/launch', signedIn: 'session', act: holdSessions },
  'settings-failed': { path: '/launch', signedIn: 'session', act: failSessions },
  'settings-ended': {
    after: 'settings-refused-model-key',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.request.delete('/api/session')
      await lookAgain(page)
      await page.getByRole('heading', { name: 'Connect a wallet to see your settings' }).waitFor()
    },
  },
  chat: { path: meridian },
  'chat-reply': { after: 'chat', act: talk },
  'chat-model': {
    after: 'chat-reply',
    act: (page) =>
      page
        .getByRole('button', { name: /^Model:/ })
        .first()
        .click(),
  },
  'chat-not-answered': {
    after: 'chat-model',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await fail(page)
    },
  },
  'chat-not-found': { path: `/chat/${nobody}` },
  'chat-hub': { path: '/chat' },
  'chat-private': { path: `${meridian}/${nobody}` },
  'chat-offline': {
    after: 'stored-versions',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.route(/\/(api\/|readyz)/, (route) => route.abort())
      await say(page, 'And in water?')
      await page.getByText('The server can’t be reached').waitFor()
      await page.getByText('Waiting for the connection').waitFor()
    },
  },
  'stored-new': {
    path: meridian,
    signedIn: 'session',
    act: (page) => page.getByRole('switch', { name: 'Don’t save' }).click(),
  },
  'stored-missing': { path: `${meridian}/${nobody}`, signedIn: 'session' },
  'stored-versions': { path: meridian, signedIn: 'session', act: editAnAnsweredQuestion },
  'stored-history': { path: meridian, signedIn: 'session', act: searchTheHistory },
  'stored-options': {
    after: 'stored-history',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Options of/ })
        .first()
        .click()
      await page.getByRole('menu').waitFor()
    },
  },
  'stored-share': {
    after: 'stored-options',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await shareTheTalk(page)
    },
  },
  shared: {
    after: 'stored-share',
    act: async (page) => {
      const link = await sharedLink(page).inputValue()
      // Whoever has the link is a stranger.
      await page.context().clearCookies()
      await visit(page, link)
    },
  },
  'shared-missing': { path: `/shared/${nobody}` },
  'source-missing': { path: `/source/${nobody}/1/1?key=none` },
  'stored-hub-empty': { path: '/chat', signedIn: 'session' },
  'stored-hub': {
    after: 'stored-hub-empty',
    act: async (page) => {
      await visit(page, meridian)
      await fail(page)
      await visit(page, '/chat')
    },
  },
  'stored-rename': {
    after: 'stored-hub',
    act: async (page) => {
      await chooseFor(page, '[scenario:error-400] What is the hour?', 'Rename')
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
    },
  },
  'stored-delete-all': {
    after: 'stored-rename',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete all' }).click()
      await page.getByRole('dialog', { name: 'Delete your one conversation?' }).waitFor()
    },
  },
  isolated: { path: '/isolated' },
  launch: { path: '/launch' },
  nest: { path: '/nest' },
  archives: { path: '/archives' },
  glossary: { path: '/archives?tab=glossary' },
  realms: { path: '/realm' },
  'realms-nothing': {
    after: 'realms-form',
    act: async (page) => {
      await page.getByRole('searchbox').fill('nothing of the kind')
      await page.getByText('No matching realms').waitFor()
    },
  },
  'realms-form': {
    after: 'realms',
    act: async (page) => {
      const unfold = page.getByRole('button', { name: 'Initialize a realm' })
      if (await unfold.isVisible()) await unfold.click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Initialize realm' }).click()
    },
  },
  'realms-yours-visitor': { path: '/realm?show=yours' },
  'realms-yours-empty': { path: '/realm?show=yours', signedIn: 'session' },
  join: { path: '/join' },
  'join-nothing': {
    after: 'join',
    act: async (page) => {
      await lookFor(page, 'nothing of the kind')
      await page.getByText('No realm has this in its name').first().waitFor()
    },
  },
  'join-no-realm-in-link': {
    after: 'join-nothing',
    act: async (page) => {
      await lookFor(page, 'https://bionic.example/realm')
      await page.getByText('This link has no realm id').waitFor()
    },
  },
  'join-no-such-realm': {
    after: 'join-no-realm-in-link',
    act: async (page) => {
      await lookFor(page, nobody)
      await page.getByRole('alert').filter({ hasText: 'Realm not found' }).waitFor()
    },
  },
  'join-invitation': { path: '/join?realm=e5f86b3d-56aa-41ea-bdd0-687ce15f6d16' },
  'join-not-found': { path: `/join?realm=${nobody}` },
  'realm-room': { signedIn: 'session', act: talkInARealm },
  'realm-room-visitor': { path: '/realm/e5f86b3d-56aa-41ea-bdd0-687ce15f6d16' },
  'realm-missing': { path: `/realm/${nobody}` },
  'social-faults': {
    path: '/social',
    act: (page) => page.getByRole('button', { name: 'Draft', exact: true }).click(),
  },
  'social-drafts': { path: '/social', signedIn: 'session', act: draftThree },
  'social-missing': { path: `/social?brief=${nobody}`, signedIn: 'session' },
  'swarm-faults': {
    path: '/swarm',
    act: (page) => page.getByRole('button', { name: 'Begin the run' }).click(),
  },
  'swarm-relay': { path: '/swarm', signedIn: 'session', act: fillInARelay },
  'swarm-dialog': {
    after: 'swarm-faults',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add an agent' }).click()
      await addAgent(page, 'Meridian')
    },
  },
  'swarm-kept': { after: 'swarm-relay', act: keepARun },
  'swarm-visitor': {
    path: '/swarm',
    act: async (page) => {
      await fillInARelay(page)
      await page.getByRole('button', { name: 'Begin the run' }).click()
      await page.getByText('Kept until').waitFor()
      await page.getByText('Finished', { exact: true }).waitFor()
    },
  },
  'control-visitor': { path: '/control' },
  'control-empty': { path: '/control', signedIn: 'session' },
  'control-missing': { path: `/control?agent=${nobody}`, signedIn: 'session' },
  control: { signedIn: 'session', act: lookAtFigures },
  'control-agent': {
    after: 'control',
    act: async (page) => {
      await page.getByRole('rowheader').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Delete Ohm' }).waitFor()
      await page.getByText('Show as table').first().click()
    },
  },
  'swarm-run': { signedIn: 'session', act: runFive },
  'swarm-run-failed': {
    signedIn: 'session',
    act: async (page) => {
      const { id } = await beginRun(page, ['Ada', 'Bo'], { task: '[scenario:error-400] What is light?' })
      await visit(page, `/swarm/${id}`)
      await page.getByText('The run has failed').first().waitFor()
    },
  },
  'swarm-run-missing': { path: `/swarm/${nobody}` },
  'not-found': { path: '/nowhere' },
  ...statesOfOwners,
  ...statesOfDesk,
  ...statesOfDoors,
  ...statesOfMemory,
  ...statesOfTrust,
  ...statesOfModelKeys,
  ...statesOfModeration,
  ...statesOfTools,
}

/** Types into the finder of realms. */
const lookFor = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Name, link or id of a realm' }).fill(text)

/** The palette of somebody who has talked with an agent and has a realm. */
async function openThePalette(page: Page, person: Person | undefined) {
  const asked = await person?.conversations.ask(
    crypto.randomUUID(),
    firstQuestion(sample, 'Why does a chessboard that watches itself never look at its own pieces?'),
  )
  await asked?.text()
  await makeRealm(page.request, 'The Observatory')
  await page.getByRole('button', { name: 'Find anything' }).click()
  await page.getByRole('option', { name: /The Observatory/ }).waitFor()
}

/** A form with a portrait of its own, and documents of which one can't be sent; its agent is tried out. */
async function drawAPortrait(page: Page) {
  const form = page.getByRole('form', { name: 'New agent' })
  await form.getByLabel('Name').fill('Lamplighter')
  await form.getByRole('radio', { name: 'Security Matrix' }).check()
  await form.getByLabel('Description').fill('Keeps the lights of the harbour, and knows who comes in.')
  const tryOut = page.getByRole('region', { name: 'Try out', exact: true })
  await tryOut.getByRole('textbox').fill('Which lights burn tonight?')
  await tryOut.getByRole('textbox').press('Enter')
  await tryOut.getByRole('button', { name: 'Copy' }).first().waitFor()
  await form.getByLabel('Choose files').setInputFiles([
    {
      name: 'Manual of the lighthouse at Skerry Point.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(4_000),
    },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await openSections(form, 'Picture', 'Documents to answer from')
  await form.getByRole('button', { name: 'Draw a portrait' }).click()
  await form.getByRole('img', { name: 'The chosen picture' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** Browsers as they name themselves, the last one of something that is none. */
const browsers = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'something/1.0 <b>else</b>',
]

/** The wallet of the page's session signs in in other browsers. */
async function signInElsewhere(page: Page, person: Person | undefined) {
  const { origin } = new URL(page.url())
  const send: Send = (method, path, sent) => fetch(origin + path, requestInit(method, sent))
  for (const browser of browsers) await signInWith(send, person?.wallet, { 'user-agent': browser })
  await page.reload()
  await isTakenOver(page)
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor()
}

async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
  })
}

/** Has the page ask again what it asks when somebody comes back to it. */
async function lookAgain(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

/** Goes to the settings within the page, which asks for the sessions then. */
async function goToSettings(page: Page) {
  await page.evaluate(() => {
    window.history.pushState(null, '', '/settings')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

async function holdSessions(page: Page) {
  await page.route('**/api/me/sessions', () => {})
  await goToSettings(page)
  await page.getByText('Loading your sessions').waitFor({ state: 'attached' })
}

async function failSessions(page: Page) {
  await page.route('**/api/me/sessions', (route) => route.fulfill({ status: 500 }))
  await goToSettings(page)
  await page.getByText('Your sessions could not be loaded').waitFor()
}

async function fail(page: Page) {
  await say(page, '[scenario:error-400] What is the hour?')
  await page.getByText('Not answered · ').waitFor()
}

async function talk(page: Page) {
  await say(page, 'Explain the surface code as if I had a pencil and ten minutes.')
  await page.getByText('changed their mind').waitFor()
  await copyReply(page).waitFor()
}

const sharedLink = (page: Page) => page.getByRole('textbox', { name: 'Link to Explain' })

/** Shares what was said. */
async function shareTheTalk(page: Page) {
  await page
    .getByRole('button', { name: /^Options of/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Share a copy' }).click()
  await sharedLink(page).waitFor()
}

async function editAnAnsweredQuestion(page: Page) {
  await talk(page)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('group', { name: 'Versions of this reply' }).waitFor()
  // While a reply comes in, nothing else is sent.
  await copyReply(page).waitFor()
  await say(page, 'And now in one sentence?')
  await copyReply(page).nth(1).waitFor()
  await composer(page).press('ArrowUp')
  await page.getByRole('textbox', { name: 'Edit your question' }).waitFor()
}

async function searchTheHistory(page: Page) {
  await talk(page)
  const open = page.getByRole('button', { name: 'History' })
  if (await open.isVisible()) await open.click()
  await page.getByRole('searchbox').last().fill('chessboard')
  await history(page).last().locator('mark').first().waitFor()
}

/** The figures of an agent that was asked twice, of which one was refused. */
async function lookAtFigures(page: Page) {
  const { id } = await makeAgent(page, { name: 'Ohm', description: 'Measures what resists.' })
  for (const message of ['What is light?', '[scenario:error-400] And what is dark?'])
    await page.request.post('/api/chat', { data: { agentId: id, message, history: [] } })
  await expect
    .poll(async () => {
      const { totals } = await (await page.request.get('/api/me/figures?range=7d')).json()
      return totals.finished + totals.failed
    })
    .toBe(2)
  await visit(page, '/control')
  await page.getByRole('img', { name: /^Words in replies/ }).waitFor()
}

/** A realm in which somebody has mentioned an agent, which has answered. */
async function talkInARealm(page: Page) {
  const realm = await makeRealm(page.request, 'The Observatory')
  await bringAgents(page.request, realm, ['Perseus'])
  await enterRealm(page, realm.id)
  await sayInRealm(page, '@Perseus How does a surface code find an error that nobody may look at?')
  await answers(page).getByText('You never look at the qubits').waitFor()
  await sayInRealm(
    page,
    `That is w${'o'.repeat(60)}nderful, see https://bionic.example/${'path/'.repeat(20)}`,
  )
  await message(page, 'nderful').locator('time').waitFor()
}

async function addAgent(page: Page, name: string) {
  await findAgent(page.getByRole('dialog'), name)
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
}

/** A form that is filled in, its agents in an order. */
async function fillInARelay(page: Page) {
  await page.getByRole('button', { name: 'Add an agent' }).click()
  for (const name of ['Meridian', 'Lattice']) await addAgent(page, name)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('radio', { name: 'Relay' }).check()
  await page.getByRole('textbox', { name: 'Task' }).fill('Why a chessboard can watch itself')
}

/** Begins the run of a form that is filled in. */
async function keepARun(page: Page) {
  await page.getByRole('button', { name: 'Begin the run' }).click()
  await page.waitForURL(/\/swarm\/.+/)
  await page.getByText('Finished', { exact: true }).waitFor()
  await visit(page, '/swarm')
  await page.getByRole('list', { name: 'Saved runs' }).getByText('Finished').waitFor()
}

/** Drafts of which one is too long and one was written anew. */
async function draftThree(page: Page) {
  await page.getByRole('button', { name: 'Choose an agent' }).click()
  await findAgent(page.getByRole('dialog'), 'Meridian')
  await page.getByRole('button', { name: 'Choose Meridian', exact: true }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Why a chessboard can watch itself')
  await page.getByRole('button', { name: 'Add text from a web page' }).click()
  await page.getByRole('textbox', { name: 'Text from a web page' }).fill('A page that says it at length.')
  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  await page.getByText('3 of 3 drafts are written.').waitFor({ state: 'attached' })
  await page.getByRole('textbox', { name: 'Draft 1' }).fill(sampleReply.join(''))
  await page.getByRole('button', { name: 'Rewrite Draft 2' }).click()
  await page.getByRole('button', { name: 'Go back to the earlier text' }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
}

/** A debate of five that is over, shared, and has a fault in the form that goes on with it. */
async function runFive(page: Page) {
  const fields = { mode: 'debate', rounds: 2 } as const
  const { id } = await beginRun(page, ['Ada', 'Bo', 'Cy', 'Di', 'Ed'], fields)
  await visit(page, `/swarm/${id}`)
  await page.getByText('Finished', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'Share read-only' }).click()
  await page.getByRole('button', { name: 'Share this run' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('A task is required.').waitFor()
}
