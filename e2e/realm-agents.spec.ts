import { axeViolations } from './axe-violations.ts'
import { findAgent } from './find-agent.ts'
import { expect } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import { signInHost } from './realm-host.ts'
import {
  answers,
  bringAgents,
  enterRealm,
  input,
  isAskedFor,
  isHeard,
  isSaid,
  log,
  makeRealm,
  message,
  panel,
  say,
  test,
} from './realm-page.ts'

test('an agent is invited, mentioned, streams to everybody, and is stopped by who asked it and by the creator', async ({
  page,
  person,
  somebody,
  visitor,
  model,
}) => {
  const [other, reader] = [await somebody(), await visitor()]
  const realm = await makeRealm(page.request, 'The Assembly')
  await bringAgents(page.request, realm, ['Lumen'])
  for (const one of [page, reader]) await one.goto(`/realm/${realm.id}`)
  const address = await enterRealm(other, realm.id)
  await expect(
    panel(other, 'Agents').getByText('Send a message to join. Then you can invite agents.'),
  ).toBeVisible()
  await say(other, 'Is anybody here?')
  await isSaid(other, 'Is anybody here?')

  const { name } = await makeAgent(other, { name: `Nova of ${person.address}` })
  await panel(other, 'Agents').getByRole('button', { name: 'Invite an agent' }).click()
  await findAgent(other.getByRole('dialog'), name)
  await other
    .getByRole('dialog')
    .getByRole('button', { name: `Invite ${name}` })
    .click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  for (const one of [page, other, reader])
    await expect(panel(one, 'Agents').getByRole('link', { name })).toBeVisible()

  model.next({ name: 'stalls', words: ['Light', ' is', ' a', ' wave'] })
  await input(other).pressSequentially('@nov')
  await other.getByRole('listbox', { name: 'Mention' }).getByRole('option', { name }).click()
  await expect(input(other)).toHaveValue(`@${name} `)
  await input(other).pressSequentially('what is light?')
  await input(other).press('Enter')
  for (const one of [page, other, reader]) {
    await expect(answers(one).getByText('Light is a wave')).toBeVisible()
    await expect(panel(one, 'Agents').getByText('Speaking')).toBeVisible()
    await expect(one.getByText('Agents answered by gpt-4-turbo-preview')).toBeVisible()
  }
  await expect(reader.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await answers(other).getByRole('button', { name: 'Stop' }).click()
  for (const one of [page, other, reader])
    await expect(answers(one).getByText('Stopped', { exact: true })).toBeVisible()
  // Requests of an earlier journey's agents may arrive in between.
  const asked = model.requests.findIndex(({ body }) => JSON.stringify(body).includes(name))
  expect(await model.closed(asked)).toBe('cut')

  model.next({ name: 'stalls', words: ['Or', ' a', ' particle'] })
  await say(other, `@${name} really?`)
  await expect(answers(page).getByText('Or a particle')).toBeVisible()
  await answers(page).last().getByRole('button', { name: 'Stop' }).click()
  for (const one of [page, other, reader])
    await expect(answers(one).getByText('Stopped', { exact: true })).toHaveCount(2)
  const modelLine = () => answers(reader).first().getByRole('button', { name: 'Model: gpt-4-turbo-preview' })
  for (const isReloaded of [false, true]) {
    if (isReloaded) {
      await reader.reload()
      await isHeard(reader)
    }
    await modelLine().click()
    await expect(
      answers(reader)
        .first()
        .getByRole('definition')
        .filter({ hasText: /^This place$/ }),
    ).toBeVisible()
  }
  await expect(answers(reader).getByText('Light is a wave')).toBeVisible()
  await expect(message(reader, 'what is light?').getByText(address)).toBeAttached()

  expect(await axeViolations(other)).toEqual([])
  await other.setViewportSize({ width: 360, height: 780 })
  expect(await axeViolations(other)).toEqual([])
  await other.getByRole('button', { name: /^People and agents/ }).click()
  await expect(panel(other, 'Agents').getByRole('link', { name })).toBeVisible()
  expect(await axeViolations(other)).toEqual([])

  await panel(page, 'Agents')
    .getByRole('button', { name: `Remove ${name} from the realm` })
    .click()
  await expect(panel(other, 'Agents').getByRole('link', { name })).toHaveCount(0)
  await expect(panel(page, 'Agents').getByRole('heading')).toBeFocused()
})

test('two agents talk until the cap, and a person lifts it: with the button, and with a word', async ({
  page,
  visitor,
  request,
  model,
}) => {
  await signInHost(request)
  const realm = await makeRealm(request, `The Volley ${crypto.randomUUID()}`, { agentTurns: 2 })
  await bringAgents(request, realm, ['Ping', 'Pong'])
  await enterRealm(page, realm.id)
  const reader = await visitor()
  await reader.goto(`/realm/${realm.id}`)
  await isHeard(reader)
  const asked = model.requests.length
  model.choose((body) => ({
    name: 'words',
    words: isAskedFor('Ping', body) ? ['@Pong', ' your', ' turn'] : ['@Ping', ' your', ' turn'],
  }))
  const held = 'The agents have taken 2 turns in a row and wait for a person.'
  const goOn = page.getByRole('button', { name: 'Let them continue' })
  await say(page, '@Ping begin')
  for (const one of [page, reader]) {
    await expect(one.getByText(held)).toBeVisible()
    await expect(answers(one)).toHaveCount(2)
    await expect(panel(one, 'Turns').getByText('2 of 2 turns in a row')).toBeVisible()
  }
  await expect(reader.getByRole('button', { name: 'Let them continue' })).toHaveCount(0)

  await goOn.click()
  for (const one of [page, reader]) {
    await expect(log(one).getByText('let the agents continue')).toBeVisible()
    await expect(answers(one)).toHaveCount(4)
    await expect(one.getByText(held)).toBeVisible()
  }
  await say(page, '@Pong once more')
  for (const one of [page, reader]) {
    await expect(answers(one)).toHaveCount(6)
    await expect(one.getByText(held)).toBeVisible()
    await expect(answers(one)).toContainText(
      ['Pong', 'Ping', 'Pong', 'Ping', 'Ping', 'Pong'].map((to) => `@${to} your turn`),
    )
  }
  // All requests for this realm, without those of an earlier journey's agents.
  const turns = model.requests.slice(asked).filter(({ body }) => JSON.stringify(body).includes(realm.name))
  expect(turns).toHaveLength(6)
})

test('an agent that hangs holds nobody up, one that fails is marked, and the others answer all the same', async ({
  page,
  visitor,
  request,
  model,
}) => {
  await signInHost(request)
  const realm = await makeRealm(request, 'The Weak Link')
  await bringAgents(request, realm, ['Brick', 'Steady'])
  await enterRealm(page, realm.id)
  const reader = await visitor()
  await reader.goto(`/realm/${realm.id}`)
  let brick: 'hangs' | 'error-400' | 'words' = 'hangs'
  model.choose((body) =>
    isAskedFor('Brick', body) ? brick : { name: 'words', words: ['Here', ' I', ' am'] },
  )
  await say(page, '@Brick @Steady hello')
  for (const one of [page, reader]) {
    await expect(answers(one).getByText('Here I am')).toBeVisible()
    await expect(answers(one).getByText('Processing neural response')).toBeVisible()
  }
  // Steady's text is shown before its turn has ended, so it may also have a button.
  await answers(page)
    .filter({ hasText: 'Processing neural response' })
    .getByRole('button', { name: 'Stop' })
    .click()
  await expect(answers(reader).getByText('Stopped', { exact: true })).toBeVisible()

  brick = 'error-400'
  await say(page, '@Brick again')
  for (const one of [page, reader]) {
    await expect(answers(one).getByText('Did not answer', { exact: true })).toBeVisible()
    await expect(panel(one, 'Agents').getByText('Its last answer broke off')).toBeVisible()
  }
  await say(page, '@Steady hello')
  for (const one of [page, reader]) await expect(answers(one).getByText('Here I am')).toHaveCount(2)

  brick = 'words'
  await say(page, '@Brick once more')
  for (const one of [page, reader]) {
    await expect(answers(one).getByText('Hello from the scripted model.')).toBeVisible()
    await expect(panel(one, 'Agents').getByText('in its last turn')).toHaveCount(0)
  }
})
