import type { Page } from '@playwright/test'
import { type Account, requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { visit } from './fixtures.ts'
import { makeRealm, message, say } from './realm-page.ts'
import type { ScreenState } from './screen-states.ts'

const somePeople = [
  'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
  '8tPYYz2cTy3XfZqZxkgLPqVSmVvVYeAoSG7oCTYCq2pd',
]

/** The states of screens in which people are left alone: whom they block, and what the creator of a realm does. */
export const statesOfModeration: Record<string, ScreenState> = {
  'realm-moderated': { signedIn: 'session', act: lookAfterARealm },
  'realm-ban': {
    after: 'realm-moderated',
    act: async (page) => {
      await message(page, 'I only wanted').getByRole('button', { name: 'Message options' }).click()
      await page.getByRole('menuitem', { name: 'Manage' }).click()
      await page.getByRole('radiogroup', { name: 'For how long' }).waitFor()
    },
  },
  'realm-held-author': { signedIn: 'session', act: waitToBeHeard },
  'realm-settings-words': {
    after: 'realm-ban',
    act: async (page) => {
      await page.keyboard.press('Escape')
      // On narrow screens they are in a sheet.
      const people = page.getByRole('button', { name: /^People and agents/ })
      if (await people.isVisible()) await people.click()
      await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
      await page.getByRole('textbox', { name: 'Words to hold back' }).scrollIntoViewIfNeeded()
    },
  },
  'settings-blocked': {
    signedIn: 'session',
    act: async (page) => {
      for (const wallet of somePeople)
        await page.request.put(`/api/me/blocks/${wallet}`, { data: { noCopies: wallet === somePeople[0] } })
      await visit(page, '/settings')
      await page
        .getByRole('switch', { name: /may duplicate/ })
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
}

function serverOf(page: Page): Send {
  const { origin } = new URL(page.url())
  return (method, path, sent) => fetch(origin + path, requestInit(method, sent))
}

/** Somebody else says something there. */
async function somebodySays(page: Page, realmId: string, content: string): Promise<Account> {
  const send = serverOf(page)
  const as = await signInWith(send)
  await send('POST', `/api/realms/${realmId}/messages`, { as, json: { id: crypto.randomUUID(), content } })
  return as
}

/** A realm of the viewer's, in which somebody is blocked and a message is held. */
async function lookAfterARealm(page: Page) {
  const realm = await makeRealm(page.request, 'The Observatory', {
    heldWords: ['cheap coins'],
    slowSeconds: 30,
  })
  await somebodySays(page, realm.id, 'I only wanted to ask how clear the sky is tonight.')
  const { address } = await somebodySays(page, realm.id, 'Nobody here knows anything.')
  await page.request.put(`/api/me/blocks/${address}`, { data: { noCopies: false } })
  const banned = await somebodySays(page, realm.id, 'Bye.')
  await page.request.put(`/api/realms/${realm.id}/bans/${banned.address}?hours=24`)
  await somebodySays(page, realm.id, 'Get your cheap coins here!')
  await visit(page, `/realm/${realm.id}`)
  await page.getByRole('button', { name: 'Let it through' }).waitFor()
}

/** A realm of somebody else's in slow mode, where the viewer's message is held. */
async function waitToBeHeard(page: Page) {
  const send = serverOf(page)
  const as = await signInWith(send)
  const json = { id: crypto.randomUUID(), name: 'The Observatory', description: 'What the sky tells.' }
  await send('POST', '/api/realms', { as, json })
  const changes = { heldWords: ['cheap coins'], slowSeconds: 300 }
  await send('PATCH', `/api/realms/${json.id}`, { as, json: changes })
  await visit(page, `/realm/${json.id}`)
  await say(page, 'Where do I find cheap coins?')
  await page.getByText('looks at it first').waitFor()
  // Before it the words for a screen reader, which stay as they are.
  await page.getByText('Slow mode.').last().waitFor()
}
