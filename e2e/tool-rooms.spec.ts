import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import { answers, makeRealm, say, test } from './realm-page.ts'
import { lane, script, synthesis } from './swarm-page.ts'

const tools = { own: ['ask_person' as const], servers: [] }
const asks = {
  name: 'calls',
  words: ['One', ' moment', '. '],
  calls: [
    { name: 'ask_person', arguments: { question: 'Which Berlin?', choices: ['In Germany', 'In Wisconsin'] } },
  ],
} as const

test('in a room who asked answers what an agent asks, others read that it waits, and nobody is held up', async ({
  page,
  person: _,
  somebody,
  model,
}) => {
  const other = await somebody()
  const realm = await makeRealm(page.request, 'The Map Room')
  const agent = await makeAgent(page, { name: 'Asker', tools })
  await page.request.post(`/api/agents/${agent.id}/publish`)
  expect((await page.request.put(`/api/realms/${realm.id}/agents/${agent.id}`)).ok()).toBe(true)
  for (const one of [page, other]) await visit(one, `/realm/${realm.id}`)
  model.next(asks, { name: 'words', words: ['It', ' is', ' the', ' first.'] })
  await say(page, '@Asker how large is Berlin?')
  const card = answers(page).getByRole('region', { name: 'Asker asks you' })
  await expect(card.getByText('Which Berlin?', { exact: true })).toBeVisible()
  const theirs = answers(other)
  await expect(theirs.getByText(/Waits for a decision/)).toBeVisible()
  await expect(theirs.getByRole('radio')).toHaveCount(0)
  await expect(theirs.getByText('Waits for whoever began it')).toBeVisible()
  await expect(answers(page).getByText('Waits for you')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await say(page, 'Nobody has to wait.')
  await page.reload()
  await card.getByText('In Germany', { exact: true }).click()
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  for (const one of [page, other]) await expect(answers(one).getByText('It is the first.')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(theirs.getByText(/· Done/)).toBeVisible()
})

test('in a run its owner answers in the lane while the other lanes end, and the synthesis waits for it', async ({
  page,
  person: _,
  model,
  visitor,
}) => {
  const agents = await Promise.all(
    ['Asker', 'Plain'].map((name) => makeAgent(page, { name, tools: name === 'Asker' ? tools : null })),
  )
  script(model, {
    Asker: asks,
    Plain: { name: 'words', words: ['Berlin is large.'] },
    Synthesis: { name: 'words', words: ['All in all, large.'] },
  })
  const id = crypto.randomUUID()
  const asked = { id, mode: 'parallel', task: 'How large is Berlin?', rounds: 1, words: 1_200 }
  const begun = await page.request.post('/api/swarm/runs', {
    data: { ...asked, agentIds: agents.map((agent) => agent.id) },
  })
  expect(begun.ok()).toBe(true)
  await visit(page, `/swarm/${id}`)
  const card = lane(page, 'Asker').getByRole('region', { name: 'Asker asks you' })
  await expect(card.getByText('Which Berlin?', { exact: true })).toBeVisible()
  await expect(lane(page, 'Plain').getByText('Berlin is large.')).toBeVisible()
  await expect(lane(page, 'Asker').getByText('Waits for a decision')).toBeVisible()
  await page.request.patch(`/api/swarm/runs/${id}`, { data: { shared: true } })
  const reader = await visitor()
  await visit(reader, `/swarm/${id}`)
  await expect(
    lane(reader, 'Asker')
      .getByText(/Waits for a decision/)
      .first(),
  ).toBeVisible()
  await expect(lane(reader, 'Asker').getByRole('radio')).toHaveCount(0)
  script(model, {
    Asker: { name: 'words', words: ['The German one.'] },
    Synthesis: { name: 'words', words: ['All in all, large.'] },
  })
  await card.getByText('In Germany', { exact: true }).click()
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(lane(page, 'Asker').getByText('The German one.')).toBeVisible()
  for (const one of [page, reader]) await expect(synthesis(one).getByText('All in all, large.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
