import { fixtureTool, startMcpFixture } from '../test/mcp-fixture-server.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

/** Servers of tools: connected and accepted in the settings, and chosen for an agent. */

test('a server is connected, its tools are accepted as they were seen, and an agent gets them', async ({
  page,
  person: _,
}) => {
  let send = fixtureTool('send', { title: 'Send a letter', description: 'Sends to\u200B a contact.' })
  const fixture = await startMcpFixture({ tools: () => [send, fixtureTool('read')] })
  try {
    await visit(page, '/settings')
    const section = page.getByRole('region', { name: 'Tool servers' })
    await expect(section.getByText('You have connected no server yet.')).toBeVisible()
    await section.getByRole('button', { name: 'Connect a server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a server' })
    const address = dialog.getByRole('textbox', { name: 'Address' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Post office')
    await address.fill('https://10.0.0.1/mcp')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(
      dialog.getByText('Its address is not one that may be asked', { exact: false }).first(),
    ).toBeVisible()
    await expect(address).toBeFocused()
    await address.fill(fixture.address)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(section.getByText('2 tools are new or changed.', { exact: false })).toBeVisible()
    await expect(section.getByText('‹space without width›')).toBeVisible()
    await section.getByRole('button', { name: 'Accept Send a letter' }).click()
    await expect(section.getByText('1 in use, 1 new')).toBeVisible()

    send = { ...send, description: 'Sends to anybody.' }
    await section.getByRole('button', { name: 'Check again Post office' }).click()
    await expect(section.getByRole('insertion')).toContainText('anybody')
    expect(await axeViolations(page)).toEqual([])
    await section.getByRole('button', { name: 'Accept all 2' }).click()
    const rename = section.getByRole('button', { name: 'Rename Post office' })
    await rename.click()
    await expect(section.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(rename).toBeFocused()
    await expect(section.getByText('2 in use')).toBeVisible()

    const agent = await makeAgent(page, { name: 'Courier' })
    await visit(page, '/management')
    await page.getByRole('button', { name: 'Edit Courier' }).click()
    const edit = page.getByRole('form', { name: 'Edit Courier' })
    await edit.getByText('What it can do').click()
    await edit.getByRole('switch', { name: 'Calculator' }).check()
    await edit.getByRole('switch', { name: 'Post office' }).check()
    await edit.getByText('2 tools', { exact: false }).click()
    await edit.getByRole('switch', { name: 'Open for everybody: Send a letter' }).click()
    await edit.getByRole('button', { name: 'Save changes' }).click()
    const stored = async () => (await (await page.request.get(`/api/agents/${agent.id}`)).json()).tools
    await expect
      .poll(stored)
      .toEqual({ own: ['calculator'], servers: [{ id: expect.any(String), open: ['send'] }] })

    // Whoever meets the agent reads what it can do, and nothing of its owner's servers.
    await visit(page, `/vacant?agent=${agent.id}`)
    const met = page.getByRole('dialog', { name: 'Courier' })
    await expect(met.getByText('Calculator', { exact: true })).toBeVisible()
    await expect(met).not.toContainText('Post office')
  } finally {
    await fixture.close()
  }
})
