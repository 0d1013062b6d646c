import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { testDatabaseVariables } from '../../test/database.ts'
import { sendTo } from '../../test/server-pair.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { signInWith } from '../../test/sign-in.ts'
import { speakerOf, swarmModel, swarmRequests, turnsTold } from '../../test/swarm-requests.ts'
import type { SwarmRun } from '../shared/swarm/swarm.ts'
import { wordsSpent } from '../shared/swarm/swarm-plan.ts'

const model = await swarmModel()
afterAll(model.close)
const variables = { ...(await testDatabaseVariables()), OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0' }
const cap = 1_200

async function startServer() {
  const server = await startServerProcess(variables)
  onTestFinished(server.kill)
  return { kill: server.kill, send: sendTo(server), runs: swarmRequests(sendTo(server)) }
}
type Server = Awaited<ReturnType<typeof startServer>>

const saying = (words: readonly string[], delayMs = 0) => ({ name: 'words' as const, words, delayMs })
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `w${index} `)
/** Fewer words than the turn may use, sent over half a minute: the turn cannot be over when its server is killed. */
const longTurn = numbered(280)

/**
 * Starts a run with three agents on a server, and kills the server when the first has answered, the second is answering
 * and the third has paused in the middle of a sentence.
 */
async function killInMidRun(victim: Server) {
  const ada = await signInWith(victim.send)
  model.script({
    Ray: saying(['A ', 'wave.']),
    Pip: saying(longTurn, 100),
    Zed: { name: 'stalls', words: ['Well', ' then'] },
  })
  const agentIds = await victim.runs.makeAgents(ada, ['Ray', 'Pip', 'Zed'])
  const { id } = await victim.runs.begun(ada, { agentIds, words: cap })
  let stored: SwarmRun | undefined
  await expect
    .poll(async () => {
      stored = await victim.runs.open(id, ada)
      return stored.turns.map(({ state, content }) => `${state} ${content !== ''}`)
    })
    .toEqual(['finished true', 'running true', 'running true'])
  await victim.kill()
  return { ada, id, said: stored?.turns.map(({ content }) => content) ?? [] }
}

/** Opens the run on a server that has never handled it, resumes it there, and follows it to its end. */
async function takeUp({ runs, send }: Server, { ada, id, said }: Awaited<ReturnType<typeof killInMidRun>>) {
  const from = model.requests.length
  await runs.follow(id, ada)
  const broken = await runs.open(id, ada)
  expect(broken.state).toBe('interrupted')
  expect(broken.turns.map(({ state }) => state)).toEqual(['finished', 'interrupted', 'interrupted'])
  for (const [index, { content }] of broken.turns.entries()) expect(content).toContain(said[index])
  expect(longTurn.join('').startsWith(broken.turns[1]?.content ?? '')).toBe(true)
  // The death of a server alone causes no model requests: a person has to resume the run.
  expect(model.requests.length).toBe(from)

  model.script({
    Ray: saying(['Never.']),
    Pip: saying(numbered(900)),
    Zed: saying(numbered(900)),
    Synthesis: saying(numbered(900)),
  })
  expect((await send('POST', runs.path(id, '/take-up'), { as: ada })).status).toBe(200)
  const end = await runs.follow(id, ada)
  expect(end.state).toBe('finished')
  expect(turnsTold(end).slice(0, 3)).toEqual(turnsTold(broken))
  const asked = model.requests.slice(from).map(({ body }) => speakerOf(body))
  expect(asked.toSorted()).toEqual(['Pip', 'Synthesis', 'Zed'])
  const words = end.turns.reduce((sum, { content }) => sum + (content.match(/\S+/g)?.length ?? 0), 0)
  expect(words).toBeGreaterThan(cap / 2)
  expect(words).toBeLessThanOrEqual(cap)
  expect(wordsSpent(end.turns)).toBe(words)
}

const { kind } = inject('template')

test.runIf(kind === 'pglite')(
  'a run whose server is killed and started again has its words, is taken up and ends within its cap',
  async () => {
    const broken = await killInMidRun(await startServer())
    await takeUp(await startServer(), broken)
  },
)

test.runIf(kind === 'postgresql')(
  'a run whose server is killed is ended by another with its words, is taken up there and ends within its cap',
  async () => {
    const other = await startServer()
    const broken = await killInMidRun(await startServer())
    await takeUp(other, broken)
  },
)
