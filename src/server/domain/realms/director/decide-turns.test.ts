import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { type RealmAction, realmAction, realmRules, subjectsOf } from '../../../../../test/realm-actions.ts'
import { endOf } from '../../../../../test/store-answer.ts'
import { type RosterRow, readUndirected } from '../../../db/realms/read-undirected.ts'
import { storeAnswerEnd } from '../../../db/realms/realm-answers.ts'
import { directRealm } from '../../../db/realms/realm-turns.ts'
import { insertWord } from '../../../db/realms/write-realm-messages.ts'
import { decideTurns, rosterAgent, settledMessage } from './decide-turns.ts'
import { direct } from './director.ts'
import type { TurnSettings } from './director-log.ts'

const { db, sql } = await testDatabase()
const server = randomUUID()
const BEGINNING = Date.parse('2026-01-01T00:00:00.000Z')

/** The agents of all realms, by name. */
const agents = new Map<string, string>()
for (const name of ['Ada', 'Bob', 'Cyd', 'Dot']) {
  const id = randomUUID()
  agents.set(name, id)
  await sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner, category,
      is_public, visibility_enabled, created_at)
    values (${id}, ${name}, ${subjectsOf(name)}, '/a.webp', '', '{}', '{}', 'maker', 'neural', true, true, now())`
}

async function makeRealm({ policy, agentTurns, agentWords }: TurnSettings, names: readonly string[]) {
  const id = randomUUID()
  const ids = names.map((name) => agents.get(name) ?? '')
  await sql`
    with realm as (
      insert into realms (id, name, description, created_by, participants, created_at, policy, agent_turns, agent_words)
      values (${id}, 'The Lab', '', 'ada', '{ada,bob}', now(), ${policy}, ${agentTurns}, ${agentWords}) returning id
    )
    insert into realm_agents (realm_id, agent_id, invited_by, invited_at)
    select realm.id, agent_id, 'ada', to_timestamp(${BEGINNING / 1_000}) + place * interval '1 minute'
    from realm, unnest(${ids}::uuid[]) with ordinality as invited (agent_id, place)`
  return id
}

/** Simulates a stored realm: after each action the director may run or not. */
async function live(realmId: string, actions: readonly (RealmAction & { looks: boolean })[]) {
  const running: { id: string; words: number }[] = []
  let at = BEGINNING
  const look = async () => {
    const by = { server, now: new Date(at), newId: randomUUID }
    const directed = await directRealm(db, realmId, by, (realm) => decideTurns(realmId, realm))
    running.push(...(directed?.turns ?? []).map(({ answer, words }) => ({ id: answer.id, words })))
  }
  for (const { kind, who, author, content, state, trouble, share, later, looks } of actions) {
    at += later
    if (kind === 'ends') {
      const [turn] = running.splice(who % Math.max(1, running.length), 1)
      const said = Math.floor((turn?.words ?? 0) * share)
      const end = { ...endOf(content), state, trouble, said }
      if (turn) await storeAnswerEnd(db, server, { conversationId: realmId, replyId: turn.id }, end)
    } else {
      const word = { realmId, id: randomUUID(), kind, author, replyTo: null, createdAt: new Date(at) }
      await insertWord(db, { ...word, content: kind === 'said' ? content : '' })
    }
    if (looks) await look()
  }
  await look()
}

test('a director that is called now and then, on what is stored, gives the turns that the whole log gives', async () => {
  const action = fc.tuple(realmAction, fc.boolean()).map(([one, looks]) => ({ ...one, looks }))
  await fc.assert(
    fc.asyncProperty(
      realmRules,
      fc.array(action, { maxLength: 30 }),
      async ({ names, ...rules }, actions) => {
        const realmId = await makeRealm({ ...rules, roster: [] }, names)
        await live(realmId, actions)
        const { messages, roster } = await readUndirected(db, realmId, 0)
        const settings = { ...rules, roster: roster.map((agent: RosterRow) => rosterAgent(agent)) }
        const whole = direct(messages.map(settledMessage), settings, realmId)
        const stored = await sql`
        select agent_id as "agentId", answers::int as answers, author, words_given as words from realm_messages
        where realm_id = ${realmId} and kind = 'answer' order by number`
        expect([...stored]).toEqual(whole.turns)
        const [row] = await sql`select turns_taken as taken, held from realms where id = ${realmId}`
        expect(row).toEqual({ taken: whole.directorState.taken, held: whole.directorState.held })
      },
    ),
    { numRuns: 15 },
  )
})

test('what an agent was given counts as long as its turn runs, however long ago that began', async () => {
  const rules = { policy: 'mentioned', agentTurns: 1, agentWords: 100, roster: [] } as const
  const realmId = await makeRealm(rules, ['Ada'])
  const said = {
    kind: 'said',
    who: 0,
    author: 'ada',
    content: '@Ada',
    state: 'finished',
    trouble: null,
  } as const
  const minutes = (later: number) => ({ ...said, share: 0, later: later * 60_000, looks: true })
  await live(realmId, [minutes(1), minutes(40), minutes(40)])
  const turns =
    await sql`select answers::int from realm_messages where realm_id = ${realmId} and kind = 'answer'`
  expect([...turns]).toEqual([{ answers: 1 }])
  expect([...(await sql`select held from realms where id = ${realmId}`)]).toEqual([{ held: 'words' }])
})

test('changing the policy counts from the next message on', async () => {
  const rules = { policy: 'mentioned', agentTurns: 6, agentWords: 4_000, roster: [] } as const
  const realmId = await makeRealm(rules, ['Ada', 'Bob'])
  const at = BEGINNING + 3_600_000
  const say = (content: string) =>
    insertWord(db, {
      ...{ realmId, id: randomUUID(), kind: 'said', author: 'ada', replyTo: null },
      ...{ content, createdAt: new Date(at) },
    })
  const look = async () => {
    const by = { server, now: new Date(at), newId: randomUUID }
    const directed = await directRealm(db, realmId, by, (realm) => decideTurns(realmId, realm))
    return directed?.turns.map(({ answer }) => answer.agentName)
  }
  await say('Hello')
  expect(await look()).toEqual([])
  await sql`update realms set policy = 'round-robin' where id = ${realmId}`
  expect(await look()).toBe(undefined)
  await say('And now?')
  expect(await look()).toEqual(['Ada'])
})
