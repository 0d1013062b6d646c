import type { Page } from '@playwright/test'
import { doorClient } from '../test/door-client.ts'
import { requestInit, type Send } from '../test/sign-in.ts'
import { type Person, visit } from './fixtures.ts'
import type { ScreenState } from './screen-states.ts'

/** How agents are used from other programs. */
export const statesOfDoors: Record<string, ScreenState> = {
  'settings-keys': { signedIn: 'session', act: haveKeys },
  'settings-new-key': { after: 'settings-many', act: beginKey },
  'settings-made-key': { after: 'settings-new-key', act: makeKey },
  'matrix-elsewhere': { after: 'matrix-detail', act: openElsewhere },
}

/** Two keys, of which one is for one agent. */
async function haveKeys(page: Page, person: Person | undefined) {
  if (!person) return
  const { origin } = new URL(page.url())
  const send: Send = (method, path, sent) => fetch(origin + path, requestInit(method, sent))
  const doors = doorClient(send)
  const agent = await doors.makeAgent(person, { name: 'Night Owl' })
  await doors.makeKey(person, { name: 'The reading list' })
  await doors.makeKey(person, { name: 'Shop window', agentId: agent.id, wordsADay: 20_000 })
  await visit(page, '/settings')
  await page.getByText('Shop window').first().waitFor()
}

async function beginKey(page: Page) {
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('The reading list')
}

async function makeKey(page: Page) {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
}

async function openElsewhere(page: Page) {
  await page.getByRole('button', { name: /^Use .* elsewhere$/ }).click()
  await page.getByRole('dialog', { name: /elsewhere$/ }).waitFor()
}
